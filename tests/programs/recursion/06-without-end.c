// EXPECT: unknown by bmc, value; refused by cmc because recursive calls
extern void reach_error(void); int __VERIFIER_nondet_int(void);
int down(int n) { if (n == -1) reach_error(); return down(n ^ __VERIFIER_nondet_int() & 6); }
int main(void) { return down(__VERIFIER_nondet_int() & 7); }
