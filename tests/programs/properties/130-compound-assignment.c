// EXPECT: false by flow:cmc, flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x;
  x += 1;
  return 0;
}
