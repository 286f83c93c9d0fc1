// EXPECT: true by flow:bmc
// PROPERTY: valid-deref
static int deeper(int **place) { return **place; }
static int inner(int *p) { int *mine = p; int **where = &mine; return deeper(where); }
static int outer(int v) { int x = v; return inner(&x); }
int main(void) { return outer(1) - outer(1); }
