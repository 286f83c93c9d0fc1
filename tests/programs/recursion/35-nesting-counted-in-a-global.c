// EXPECT: true by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int depth; void enter(int n) { depth++; if (n > 0 && __VERIFIER_nondet_int()) enter(n - 1); if (n > 5) enter(n / 2); depth--; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 1000000) return 0; enter(n); if (depth != 0) reach_error(); return 0; }
