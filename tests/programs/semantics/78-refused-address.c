// EXPECT: not supported: a pointer | line 2
int x; int main(void) { return &x != 0; }
