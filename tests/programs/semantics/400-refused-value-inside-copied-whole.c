// EXPECT: not supported: an initial value for a part of what an expression initialises as a whole | line 6
struct in { int a, b; };
struct s { struct in n; int k; };
int main(void) {
  struct in l = {4, 5};
  struct s o = {.n = l, .n.b = 9};
  return o.n.a;
}
