// EXPECT: returns 119
void *malloc(__SIZE_TYPE__); void free(void *);
struct node { struct node *l, *r; int v; };
struct node *build(int lo, int hi) { if (lo >= hi) return 0; int m = (lo + hi) / 2; struct node *n = malloc(sizeof *n); n->v = m; n->l = build(lo, m); n->r = build(m + 1, hi); return n; }
int depth(struct node *n) { if (!n) return 0; int a = depth(n->l), b = depth(n->r); return 1 + (a > b ? a : b); }
int total(struct node *n) { return n ? n->v + total(n->l) + total(n->r) : 0; }
void drop(struct node *n) { if (!n) return; drop(n->l); drop(n->r); free(n); }
int main(void) { struct node *t = build(0, 11); int r = depth(t) * 16 + total(t); drop(t); return r; }
