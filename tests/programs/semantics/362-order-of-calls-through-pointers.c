// EXPECT: returns 0
// HIDDEN: 0 0 0
// GCC: no
extern void reach_error(void);
int g = 1, h = 1;
int changes(void) { g = 5; return 10; }
int (*p)(void) = changes;
struct ops { int (*run)(void); } ops = {changes};
int by_way(void) { return ops.run(); }
int local(int x) { return x * 2 + p(); }
int main(void) {
  int r = h * 2 + p();
  r += local(r);
  g = 1;
  int s = p() * 0 + g * 2;
  g = 1;
  int t = by_way() * 0 + g * 2;
  g = 1;
  int u = ops.run() * 0 + g * 2;
  return r == 46 && (s == 2 || s == 10) && t && u ? 0 : 1;
}
