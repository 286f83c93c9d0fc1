// EXPECT: not supported: an initial value with side effects of several elements | line 3
int f(void) { return 1; }
int main(void) { int a[4] = {[0 ... 3] = f()}; return a[0]; }
