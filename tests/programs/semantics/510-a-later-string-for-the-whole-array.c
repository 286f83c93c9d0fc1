// EXPECT: returns 3
struct s {
  char a[4];
  int n;
};
static char names[3][8] = {[0 ... 2] = "none", [1] = "a"};
static struct s global = {.a[2] = 'c', .n = 3, .a = "x"};
static int at(const char *p, int i) { return p[i]; }
int main(void) {
  struct s s = {.a = "abc", .n = 1, .a = "x"};
  if (s.a[0] != 'x' || s.a[1] || s.a[2] || s.a[3] || s.n != 1) return 1;
  if (at(names[1], 0) != 'a' || at(names[1], 2) || at(names[2], 2) != 'n') return 2;
  if (global.a[2] || global.a[0] != 'x' || '\E' != 27) return 4;
  return global.n;
}
