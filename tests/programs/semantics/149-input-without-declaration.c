// EXPECT: returns 5
// INPUTS: 5
// GCC: no
int main(void) { return __VERIFIER_nondet_int(); }
