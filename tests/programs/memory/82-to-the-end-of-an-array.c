// EXPECT: true by bmc, value, cmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[3], b[2];
int sum(int *p, int n) { int s = 0, *end = p + n; for (; p != end; p++) s += *p; return s; }
int main(void) { int *p = __VERIFIER_nondet_int() ? a : b; a[1] = 7; b[1] = 2; if (p == b + 1 || (p == a && a == b)) reach_error(); if (sum(a, 3) + sum(b, 2) != 9) reach_error(); return 0; }
