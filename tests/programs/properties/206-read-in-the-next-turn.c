// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i > 1 && __VERIFIER_nondet_int()) sum += *p;
    int x = i;
    p = &x;
    sum += *p;
  }
  return sum;
}
