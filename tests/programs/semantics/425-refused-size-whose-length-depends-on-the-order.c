// EXPECT: not supported: an expression whose value depends on the order of evaluation (of 'n') | line 7
/* gcc may call f before or after the length is read. */
static int n = 1;
static int f(void) { return n++; }

int main(void) {
  return f() + (int)sizeof(char[n]);
}
