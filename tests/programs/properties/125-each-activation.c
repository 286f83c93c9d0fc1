// EXPECT: false by flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int f(int n) {
  int r;
  if (n > 0) {
    r = n;
    f(n - 1);
  }
  return r;
}
int main(void) { return f(2); }
