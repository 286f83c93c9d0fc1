// EXPECT: false by flow:cmc, flow:bmc because at line 4: division by zero
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) { return 6 / __VERIFIER_nondet_int(); }
