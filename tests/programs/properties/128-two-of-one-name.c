// EXPECT: true by flow:bmc assuming the variable 'x' at
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
