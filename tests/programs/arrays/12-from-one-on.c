// EXPECT(ILP32): true by flow:kinduction cpu=20
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[1000];
  if (n < 2 || n > 1000)
    return 0;
  for (int i = 1; i < n; i++) {
    int more = __VERIFIER_nondet_int();
    if (more < 1 || more > 100)
      return 0;
    a[i] = i + more;
  }
  for (int i = 1; i < n; i++)
    if (a[i] <= i)
      reach_error();
  return 0;
}
