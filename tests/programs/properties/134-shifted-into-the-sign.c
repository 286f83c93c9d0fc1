// EXPECT: false by flow:cmc, flow:bmc because signed arithmetic with a result that its type cannot hold
// PROPERTY: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  return (c << 24U) == 3;
}
