// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
union u { int i; long long q; };
int main(void) { int x = __VERIFIER_nondet_int(); union u v = (union u) x; if (v.i != x) return 1; if (v.i == 77) reach_error(); return 0; }
