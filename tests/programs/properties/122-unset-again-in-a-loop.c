// EXPECT: false by flow:cmc, flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  for (int i = 0; i < 2; i++) {
    unsigned x;
    if (i == 0)
      x = 1;
    n += x;
  }
  return 0;
}
