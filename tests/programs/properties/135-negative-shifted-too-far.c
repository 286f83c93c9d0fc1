// EXPECT: false by flow:cmc, flow:bmc because signed arithmetic with a result that its type cannot hold
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -5 || n > 3)
    return 0;
  n = n << 29;
  return 0;
}
