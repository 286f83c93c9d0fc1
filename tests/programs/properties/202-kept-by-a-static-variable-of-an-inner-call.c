// EXPECT: unknown by flow:bmc because what a proof assumes
// PROPERTY: valid-deref
static int inner(int *p) { static int *first; int **where = &first; if (!*where) *where = p; return **where; }
static int outer(int v) { int x = v; return inner(&x); }
int main(void) { return outer(1) - outer(1); }
