// EXPECT: false by flow:cmc, flow:bmc because shift
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -1 || n > 3)
    return 0;
  n = n << 1;
  return 0;
}
