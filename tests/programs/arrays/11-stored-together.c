// EXPECT(ILP32): true by flow:kinduction cpu=20
// EXPECT(LP64): true by flow:kinduction cpu=20
int main(void) {
  int a[1000], b[1000], c[1000];
  for (int i = 0; i < 1000; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < -100 || x > 100)
      return 0;
    a[i] = x;
    b[i] = -x;
  }
  for (int i = 0; i < 1000; i++)
    c[i] = a[i] + b[i];
  for (int i = 1; i < 1000; i++)
    if (c[i] != 0)
      reach_error();
  return 0;
}
