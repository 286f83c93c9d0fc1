// EXPECT: not supported: floating-point arithmetic | line 2
long double f(void) { return 1; } int main(void) { return f(); }
