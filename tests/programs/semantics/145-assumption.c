// EXPECT: stops
// INPUTS: 9
extern void __VERIFIER_assume(int); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5 && x < 9); reach_error(); }
