// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 11
static int clear(int *p, int *q) {
  *p = 0;
  *q = 0;
  return 0;
}
int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int *q = &y;
  return (*p + *q) + clear(p, q);
}
