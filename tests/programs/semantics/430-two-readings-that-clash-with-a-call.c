// EXPECT: returns 3
// HIDDEN: 0
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
