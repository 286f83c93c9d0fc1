// EXPECT: true by flow:cmc, flow:bmc assuming nothing
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  double d;
  (void)x;
  x;
  return sizeof x + sizeof(d) == 12 ? 0 : 1;
}
