// EXPECT: not supported: the option fast-math of the compiler in the program's text | line 3
int f(void) { return 1; }
__attribute__((noinline, optimize("O2", "fast-math"))) int g(double x) { return x != x; }
int main(void) { return g(0.0) + f(); }
