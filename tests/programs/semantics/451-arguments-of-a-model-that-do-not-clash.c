// EXPECT: returns 51
int sprintf(char *, const char *, ...);
static int n;
static int next(void) {
  return ++n;
}
static int twice(int x) {
  return 2 * x;
}
int main(void) {
  char b[9] = "";
  sprintf(b, "%d%d%s", next() + 2, twice(3), "x");
  return b[0];
}
