// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 8
int sprintf(char *, const char *, ...);
static int n;
static int next(void) {
  return ++n;
}
int main(void) { char b[9] = "";
  sprintf(b, "%d%d", next(), next());
  return b[0];
}
