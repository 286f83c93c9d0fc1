// EXPECT: not supported: an overridden initial value with side effects | line 2
int f(void) { return 1; } int main(void) { int a[2] = {[0] = f(), [0] = 2}; return a[0]; }
