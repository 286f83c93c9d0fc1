extern int __VERIFIER_nondet_int(void);
int main(void) { int i = __VERIFIER_nondet_int(); if (i > 0) return i + 5 > 7; return 0; }
