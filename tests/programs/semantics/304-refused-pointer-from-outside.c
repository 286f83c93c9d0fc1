// EXPECT: not supported: an access through a pointer that __VERIFIER_nondet_pointer returns | line 4
// INPUTS: 65536
int *__VERIFIER_nondet_pointer(void);
int main(void) { int *p = __VERIFIER_nondet_pointer(); if (p) return *p; return 0; }
