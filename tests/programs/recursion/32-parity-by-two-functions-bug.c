// EXPECT: false by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; int r = even(n); if (r && n > 10 && n % 3 == 1) reach_error(); return 0; }
