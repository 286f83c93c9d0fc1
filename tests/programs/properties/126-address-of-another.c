// EXPECT: false by flow:cmc, flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
void put(int *p) { *p = __VERIFIER_nondet_int(); }
int g(int n) {
  int x;
  if (n > 1)
    x = 2;
  return x;
}
int main(void) {
  int x;
  put(&x);
  return g(x);
}
