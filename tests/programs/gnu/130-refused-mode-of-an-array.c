// EXPECT: not supported: the attribute mode of a type that is no integer | line 2
int a[2] __attribute__((mode(QI)));
int main(void) { return sizeof a; }
