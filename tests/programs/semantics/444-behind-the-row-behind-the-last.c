// EXPECT: undefined
int main(void) {
  int n = 3, k = 2;
  n += 0, k += 0;
  int m[k][n];
  int (*p)[n] = &m[k + 1];
  return p != m;
}
