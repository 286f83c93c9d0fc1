// EXPECT: false by flow:bmc because read of a local variable that was never written
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
void put(int *p) { *p = __VERIFIER_nondet_int(); }
int main(void) {
  {
    int x;
    put(&x);
  }
  {
    int x;
    return x;
  }
}
