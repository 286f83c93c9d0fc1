// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -4 || n > 3)
    return 0;
  n = n << 29;
  return -1 << 1 == -2;
}
