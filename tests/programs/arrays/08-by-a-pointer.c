// EXPECT(ILP32): true by flow:kinduction cpu=20
// EXPECT(LP64): true by flow:kinduction cpu=20
static void fill(int *a, int n, int value) {
  for (int i = 0; i < n; i++)
    a[i] = value;
}
int main(void) {
  static int numbers[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  fill(numbers, n, 7);
  for (int i = 0; i < n; i++)
    if (numbers[i] != 7)
      reach_error();
  return 0;
}
