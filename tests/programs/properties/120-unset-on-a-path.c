// EXPECT: false by flow:cmc, flow:kinduction because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = 1;
  return x;
}
