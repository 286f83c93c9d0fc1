// EXPECT: false by flow:cmc, flow:bmc because at line 6: signed arithmetic with a result
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1 > 0;
}
