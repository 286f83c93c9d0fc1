// EXPECT: returns 0
// ASSUMES: the initial values at 306-order-of-initial-values.c, line 9, column 14 are computed in the order in which they are written; the initial values at 306-order-of-initial-values.c, line 10, column 20 are computed in the order in which they are written; the initial values at 306-order-of-initial-values.c, line 11, column 21 are computed in the order in which they are written; the initial values at 306-order-of-initial-values.c, line 11, column 54 are computed in the order in which they are written
extern void reach_error(void);
struct pair { char c; struct { int x, y; } p; };
static int n;
static int next(void) { return ++n; }
int main(void) {
  int i = 1;
  int a[] = {i++, i++, 5};
  struct pair s = {next(), {next(), 7}};
  int *b = (int[3]){i + 1, i = 9, 2}, rows[2][2] = {{next(), 0}, {next(), i}};
  if (a[0] != 1 || a[1] != 2 || a[2] != 5 || i != 9) reach_error();
  if (s.c != 1 || s.p.x != 2 || s.p.y != 7 || b[0] != 4 || b[1] != 9) reach_error();
  if (rows[0][0] != 3 || rows[1][0] != 4 || rows[1][1] != 9) reach_error();
  return 0;
}
