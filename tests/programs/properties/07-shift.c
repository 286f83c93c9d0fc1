// EXPECT: false by flow:cmc, flow:bmc because at line 7: signed arithmetic with a result
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 40) return 0;
  return 1 << (x & 31);
}
