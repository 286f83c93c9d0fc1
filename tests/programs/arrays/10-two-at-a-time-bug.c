// EXPECT(ILP32): any by kinduction last=4; false by bmc last=10
int main(void) {
  int n = 4;
  int a[2 * n + 2];
  for (int i = 0; i <= n; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = 2 - i;
  }
  for (int i = 0; i <= 2 * n; i++)
    if (a[i] < 1)
      reach_error();
  return 0;
}
