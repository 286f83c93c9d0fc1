// EXPECT: returns 30
typedef int (*fn)(int); int g(int); static fn f = g; int h(int n) { return n - 1; }
int g(int n) { int k = n * 2; if (n <= 0) return 1; fn q = n % 2 ? f : h; int r = q(n - 1); return r + k; }
int main(void) { return f(7); }
