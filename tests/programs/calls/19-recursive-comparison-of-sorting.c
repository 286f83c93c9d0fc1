// EXPECT: returns 12
void *malloc(__SIZE_TYPE__);
void sort(int *a, int n) {
  if (n < 2) return;
  int left[n], m = n / 2; sort(a, m); sort(a + m, n - m);
  int i = 0, j = m; for (int k = 0; k < n; k++) left[k] = j == n || (i < m && a[i] <= a[j]) ? a[i++] : a[j++];
  for (int k = 0; k < n; k++) a[k] = left[k]; }
int main(void) { int a[5] = {5, 1, 4, 2, 3}; sort(a, 5); for (int i = 0; i < 5; i++) if (a[i] != i + 1) return i; return 12; }
