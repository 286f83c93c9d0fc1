// EXPECT: not supported: a call of the entry function | line 2
int n; int main(void) { return n++ < 3 ? main() : n; }
