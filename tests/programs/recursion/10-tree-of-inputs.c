// EXPECT: true by bmc, cmc; any by value
extern void reach_error(void); void *malloc(unsigned long); int __VERIFIER_nondet_int(void);
struct t { struct t *l, *r; };
struct t *build(int d) { if (d == 0 || __VERIFIER_nondet_int()) return 0; struct t *n = malloc(sizeof *n); n->l = build(d - 1); n->r = build(d - 1); return n; }
int depth(struct t *n) { if (!n) return 0; int a = depth(n->l), b = depth(n->r); return a > b ? a + 1 : b + 1; }
int main(void) { if (depth(build(2)) > 2) reach_error(); return 0; }
