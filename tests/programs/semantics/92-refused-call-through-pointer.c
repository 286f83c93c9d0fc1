// EXPECT: not supported: a pointer | line 3
int f(void) { return 0; } int main(void) {
  int (*p)(void) = f; return p(); }
