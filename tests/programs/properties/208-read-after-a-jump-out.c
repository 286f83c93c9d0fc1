// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p, sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    if (__VERIFIER_nondet_int()) goto out;
    sum += *p;
  }
  return sum;
out:
  return *p;
}
