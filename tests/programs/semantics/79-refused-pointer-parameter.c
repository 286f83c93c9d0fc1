// EXPECT: not supported: an array parameter (a pointer) | line 2
int f(int a[]) { return 0; } int main(void) { return f(0); }
