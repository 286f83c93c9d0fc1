// EXPECT: not supported: a function within a recursive function | line 4
extern void reach_error(void);
static int rec(int n) {
  int x = n; int f(void) { return ++x; } if (n == 0) return f(); int r = rec(n - 1); return r + f(); }
int main(void) { if (rec(2) != 6) reach_error(); return 0; }
