// EXPECT: true by bmc, cmc; unknown by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int sum(int n) { if (n == 0) return __VERIFIER_nondet_int() & 3; int below = sum(n - 1); return below + n; }
int main(void) { int s = sum(3); if (s < 6 || s > 9) reach_error(); return 0; }
