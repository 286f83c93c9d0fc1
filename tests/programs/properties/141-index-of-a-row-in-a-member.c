// EXPECT: false by flow:bmc because past an array (index 3, 3 elements)
// PROPERTY: undefined-behaviour
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int m[2][3]; int n; };
static int get(struct s *p, unsigned i, unsigned j) { return p->m[i][j]; }
int main(void) {
  struct s x = {{{0}}, 0};
  return get(&x, __VERIFIER_nondet_uint() % 2, __VERIFIER_nondet_uint() % 4);
}
