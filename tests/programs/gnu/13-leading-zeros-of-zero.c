// EXPECT: undefined
// INPUTS: 0
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return __builtin_clz(__VERIFIER_nondet_uint()) < 0; }
