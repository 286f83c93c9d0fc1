// EXPECT: not supported: recursion | line 3
int g(int); int f(int n) {
  return n ? g(n - 1) : 0; } int g(int n) { return f(n); } int main(void) { return f(3); }
