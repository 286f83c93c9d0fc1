// EXPECT: returns 7
// INPUTS: -1
// GCC: no
int main(void) { return __VERIFIER_nondet_uint() < 0 ? 7 : 8; }
