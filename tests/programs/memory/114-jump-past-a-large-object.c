// EXPECT: true by value
//
// Only executions that jump past the declaration are not supported.
extern void reach_error(void);
static void fill(char *p) { p[0] = 1; }
static int f(int c) {
  if (c < 0) goto out;
  char large[5000] = {0};
  fill(large);
  return large[0];
out:
  return 1;
}
int main(void) { if (f(3) != 1) reach_error(); return 0; }
