// EXPECT: returns 3
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*h)(int) = one;
static int calls;
static int fix(void) { calls++; return 0; }
int main(void) {
  int (*local)(int) = two;
  return h(fix()) + local(0);
}
