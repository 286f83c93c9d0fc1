// EXPECT: false by flow:cmc, flow:bmc because at line 6: signed arithmetic with a result
// PROPERTY: no-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  return x * 3 > 0;
}
