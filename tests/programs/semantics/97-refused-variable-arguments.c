// EXPECT: not supported: a variable argument list | line 2
int f(int n, ...) { return n; } int main(void) { return f(1, 2); }
