// EXPECT: returns 6
int f(void) { return 6; } int main(void) {
  int (*p)(void) = f; return p(); }
