// EXPECT: false by flow:bmc because past an array (index 5, 4 elements)
// PROPERTY: undefined-behaviour
struct s { char a[4]; int n; };
static void put(struct s *p, unsigned i) { p->a[i] = 1; }
int main(void) {
  struct s x = {{0}, 0};
  put(&x, 5);
  return x.n;
}
