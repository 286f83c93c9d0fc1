// EXPECT(ILP32): true by flow:kinduction cpu=20
// EXPECT(LP64): true by flow:kinduction cpu=20
int main(void) {
  int n = 1000;
  int a[2 * n + 2];
  for (int i = 0; i <= n; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = 2;
  }
  for (int i = 0; i <= 2 * n; i++)
    if (a[i] < 1)
      reach_error();
  return 0;
}
