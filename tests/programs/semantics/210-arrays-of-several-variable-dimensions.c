// EXPECT: returns 0
int sum(int m, int n, int x[m][n]) { int s = 0; for (int i=0;i<m;i++) for (int j=0;j<n;j++) s += x[i][j]; return s + (sizeof x[0] == n * sizeof(int) ? 0 : 1000) + (sizeof x == sizeof(int*) ? 0 : 5000); }
int sum2(int n, int (*x)[n]) { return x[1][0]; }
int proto(int n, int a[*][*]);
int third(int n, int a[n][n]) { return a[0][1]; }
int main(void) {
  int m = 2, n = 3;
  int a[m][n];
  for (int i=0;i<m;i++) for (int j=0;j<n;j++) a[i][j] = 10*i+j;
  if (sizeof a != 24 || sizeof a[0] != 12 || sizeof a[0][0] != 4 || sizeof a / sizeof *a[0] != 6) return 1;
  if (sum(m, n, a) != 36) return 2;
  if (sum2(n, a) != 10) return 3;
  char *b[2][m+1]; b[1][2] = "x"; if (b[1][2][0] != 'x' || sizeof b != 6 * sizeof(char*)) return 4;
  int c[m][2][n]; c[1][1][2] = 7; c[1][1][1] = 6; if (c[1][1][2] != 7 || sizeof c[0] != 24) return 5;
  int *row = a[1]; if (row[2] != 12 || *a[1] != 10) return 6;
  if (&a[1][2] - &a[0][0] != 5) return 7;
  struct s { int p; char q[3]; }; struct s d[n][m]; d[2][1].q[2] = 9; if (d[2][1].q[2] != 9) return 8;
  int e[n]; e[2] = 4; if (e[2] != 4 || sizeof e != 12) return 9;
  int k = 1; a[k++][0] = 5; if (k != 2 || a[1][0] != 5) return 10;
  n = 100; if (sizeof a[0] != 12) return 11;
  return third(3, (int[3][3]){{1,2},{3}}) != 2;
}
