// EXPECT: true by bmc assuming no invalid dereference; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int a[4], b = 1;
int get(int *p, int i) { return p[i]; }
int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 9) return 0; if (get(a, i)) reach_error(); return b - 1; }
