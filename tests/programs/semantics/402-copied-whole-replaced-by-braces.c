// EXPECT: returns 8
struct in { int a, b; };
struct s { struct in n; int k; };
int main(void) {
  struct in l = {4, 5};
  struct s o = {.n = l, .n = {1, 2}, .n.b = 7};
  return o.n.a + o.n.b;
}
