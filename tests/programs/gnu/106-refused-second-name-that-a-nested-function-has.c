// EXPECT: not supported: such an alias | line 3
static int next(void) { return 1; }
int other(void) __attribute__((alias("next")));
int main(void) {
  int other(void) { return 5; }
  return other() * 10 + next() - 51;
}
