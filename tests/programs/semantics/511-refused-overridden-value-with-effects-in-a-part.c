// EXPECT: not supported: an overridden initial value with side effects | line 15
struct p {
  int x, y;
};
struct s {
  struct p p;
};
static int n;
static int f(void) {
  n++;
  return 7;
}
int main(void) {
  struct p t = {1, 2};
  struct s s = {.p.y = f(), .p = t};
  return s.p.x + n;
}
