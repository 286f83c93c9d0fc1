// EXPECT: false by bmc; any by value, cmc
// What a caller needs after the call is where it was, also in the residual program: n, and where its array lies.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int f(int n) { int a[2] = {n, n + 1}; if (n == 0) return __VERIFIER_nondet_int(); int i = f(n - 1);
  if (i < 0 || i > 5) return n; a[i & 1] = 10; return a[0] + a[1] + 100 * n; }
int main(void) { int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int(), y = f(1);
  if (y == 112 && x - z == 123456 && x + z == 654322) reach_error(); return 0; }
