// EXPECT: returns 107
extern void *alloca(unsigned long);
int sum(int n, int a[n], int b[static 2]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s + b[1]; }
int rows(int n) { int m[n][3], r = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[i][j] = i * j; for (int i = 0; i < n; i++) r += m[i][2]; return r + sizeof m + sizeof m[0]; }
int main(void) {
  int k = 5; int a[k]; for (int i = 0; i < k; i++) { a[i] = i; char t[i + 1]; t[i] = i; k += t[i] > 100; }
  int *p = &a[1]; if (*p != 1) return 1;
  char *s = alloca(k); s[4] = 3;
  int r = sum(k, a, p); return r + rows(4) + sizeof a + s[4];
}
