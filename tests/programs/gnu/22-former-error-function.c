// EXPECT: returns 0
// INPUTS: 3
// ASSUMES: the undefined function __VERIFIER_error returns anything and changes nothing
// GCC: no
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 3) __VERIFIER_error(); return 0; }
