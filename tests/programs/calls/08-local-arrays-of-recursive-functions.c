// EXPECT: returns 19
int f(int n) {
  int a[4] = {n, n + 1}; unsigned char b[2][3] = {{0}};
  for (int i = 0; i < 6; i++) b[i / 3][i % 3] = n * (i / 3) + i % 3;
  a[2] = 7; if (n > 0) a[3] = f(n - 1);
  int s = 0;
  for (int i = 0; i < 4; i++) s += a[i] * (i + 1);
  for (int i = 0; i < 6; i++) s ^= b[i / 3][i % 3];
  return s & 127; }
int main(void) { return f(4); }
