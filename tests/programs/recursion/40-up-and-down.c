// EXPECT: true by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int down(int n); int up(int n, int top) { if (n >= top) return down(n); return up(n + 1, top); } int down(int n) { if (n <= 0) return n; if (__VERIFIER_nondet_int()) return up(n - 2, n - 1); return down(n - 1); }
int main(void) { int t = __VERIFIER_nondet_int(); if (t < 1 || t > 100000) return 0; int r = up(0, t); if (r > 0) reach_error(); return 0; }
