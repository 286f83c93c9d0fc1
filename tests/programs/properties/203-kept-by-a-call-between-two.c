// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
static int outer(int **place, int n);
static int inner(int *p, int n) { int *mine = p; int result = n ? outer(&mine, n - 1) : 0; return result + *mine; }
static int outer(int **place, int n) { int x = n; if (place) *place = &x; return inner(&x, n); }
int main(void) { return outer(0, 1); }
