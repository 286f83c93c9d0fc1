// EXPECT: true by bmc, value, cmc
extern void reach_error(void); int atexit(void (*)(void)); void _Exit(int); void abort(void); int __VERIFIER_nondet_int(void); int n;
void check(void) { if (n == 2) reach_error(); }
int main(void) { atexit(check); if (__VERIFIER_nondet_int()) { n = 2; _Exit(0); } if (__VERIFIER_nondet_int()) { n = 2; abort(); } return 0; }
