// EXPECT: false by flow:bmc because read through a pointer that was never written
// PROPERTY: valid-deref
static int inner(int *p, int first) { int *mine; int **where = &mine; if (first) *where = p; return **where; }
static int outer(int first) { int x = 1; return inner(&x, first); }
int main(void) { return outer(1) - outer(0); }
