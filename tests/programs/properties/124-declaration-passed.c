// EXPECT: false by flow:cmc, flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    int x;
  case 1:
    x = 1;
  case 2:
    return x;
  }
  return 0;
}
