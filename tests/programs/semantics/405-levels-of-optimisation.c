// EXPECT: returns 3
#pragma GCC optimize("O3", "unroll-loops")
__attribute__((optimize("-O2"))) int f(void) { return 1; }
__attribute__((noinline, optimize(0))) int g(void) { return 2; }
int main(void) { return f() + g(); }
