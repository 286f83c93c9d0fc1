// EXPECT: returns 5
// INPUTS: 1
// HIDDEN: 5
// GCC: no
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int()) return; return 7; }
