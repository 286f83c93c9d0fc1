// EXPECT: true by flow:cmc, flow:bmc assuming nothing
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int f(int n) { return n; }
int main(void) {
  int x, y, z;
  x = f(1), y = __VERIFIER_nondet_int();
  z = y && (z = x) ? z : (z = 3);
  return z;
}
