// EXPECT: returns 0
extern void reach_error(void);
typedef __typeof__(sizeof(int)) size_t;
extern void *malloc(size_t);
extern void free(void *);
static void set(int n, int rows, int a[][n], int start) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) a[i][j] = start + 10 * i + j;
}
static int last(int n, int (*row)[n]) { return (*row)[n - 1]; }
int main(void) {
  int n = 3, k = 2;
  k += 0;
  int m[k][n];
  set(n, k, m, 100);
  int (*p)[n] = m, (*q)[n] = &m[1];
  if (p[1][2] != 112 || (*q)[0] != 110 || **q != 110 || *m[1] != 110 || (*m)[1] != 101 || **m != 100) reach_error();
  if (last(n, &m[1]) != 112 || last(n, &m[0]) != 102 || last(n, m) != 102) reach_error();
  if ((char *)&m[2] - (char *)m != sizeof m || &m[1] != q || (void *)&m[0] != (void *)m) reach_error();
  if (sizeof *p != 3 * sizeof(int) || sizeof p != sizeof(void *) || sizeof *m != sizeof *p || sizeof **m != sizeof(int))
    reach_error();
  int (*heap)[n] = malloc(k * sizeof *heap);
  n = 7;
  set(3, k, heap, 200);
  if (heap[1][0] != 210 || heap[0][2] != 202 || sizeof heap[0] != 12) reach_error();
  free(heap);
  int line[k];
  int (*whole)[k] = &line;
  (*whole)[1] = 5;
  char *names[k];
  names[0] = "x";
  if (line[1] != 5 || sizeof *whole != 2 * sizeof(int) || sizeof *names[0] != 1 || sizeof names[0][0] != 1) reach_error();
  int cube[k][3][k];
  cube[1][2][1] = 9;
  int (*plane)[3][k] = &cube[1], (*row)[k] = &cube[1][2];
  return plane[0][2][1] != 9 || (*row)[1] != 9;
}
