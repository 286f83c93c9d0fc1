// EXPECT: true by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int step(int x, int budget) { if (x > 50) return step(x - 3, budget); if (x < -50) return step(x + 4, budget); if (budget > 0 && __VERIFIER_nondet_int()) return step(x + 60, budget - 1); return x; }
int main(void) { int x = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); int r = step(x, b); if (r < -50 || r > 50) reach_error(); return 0; }
