// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); extern void abort(void); int __VERIFIER_nondet_int(void); extern int *outside(void);
int main(void) { int x = __VERIFIER_nondet_int(), *p = outside(); if (x < 0) abort(); if (x > 7 && *p == 3) reach_error(); return 0; }
