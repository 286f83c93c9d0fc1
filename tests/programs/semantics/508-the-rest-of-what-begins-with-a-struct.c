// EXPECT: returns 0
struct t {
  int a;
};
struct s {
  struct t t;
  int x;
};
static int sum(struct s s) { return s.t.a + s.x; }
int main(void) {
  struct t t = {1};
  int result = 0;
  for (int i = 0; i < 3; i++) {
    struct s s = {t};
    struct t a[3] = {t};
    result += s.x + a[1].a + a[2].a;
    result += sum((struct s){t}) - 1;
    s.x = 7;
    a[1].a = a[2].a = 3;
  }
  return result;
}
