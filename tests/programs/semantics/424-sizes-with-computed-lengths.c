// EXPECT: returns 0
/* A length within the type of which the size is asked is evaluated, once (C11 6.5.3.4 p2). */
static int calls;
static int f(void) { return ++calls; }

int main(void) {
  int n = 3, m = 2;
  if (sizeof(char[n]) != 3) return 1;
  if (sizeof(int[n][m + 1]) != 9 * sizeof(int)) return 2;
  if (sizeof(struct { char c[2]; }[n]) != 6) return 3;
  unsigned long size = sizeof(char[2][n++]);
  if (size != 6 || n != 4) return 4;
  size = sizeof(short[f()][5]);
  if (size != 10 || calls != 1) return 5;
  if (sizeof(sizeof(char[n++])) != sizeof size || n != 4) return 6;
  int *p = __builtin_malloc(sizeof(int[n]));
  if (!p) return 0;
  p[n - 1] = 7;
  if (sizeof(char[p[3]]) != 7) return 7;
  __builtin_free(p);
  return 0;
}
