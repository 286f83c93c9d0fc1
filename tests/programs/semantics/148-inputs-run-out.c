// EXPECT: exhausted
// INPUTS: 1 2
extern int __VERIFIER_nondet_int(void);
int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += __VERIFIER_nondet_int(); return s; }
