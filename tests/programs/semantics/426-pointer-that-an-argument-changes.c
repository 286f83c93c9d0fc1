// EXPECT: returns 1
// HIDDEN: 0
/* The pointer may be read before or after its arguments are evaluated (C11 6.5.2.2 p10). */
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*h)(int) = one;
static int fix(void) { h = two; return 0; }
int main(void) {
  return h(fix());
}
