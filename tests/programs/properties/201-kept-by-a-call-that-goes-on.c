// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
static void outer(int v, int **place) { int x = v; if (!*place) *place = &x; }
static int inner(void) { int *mine = 0; outer(1, &mine); outer(2, &mine); return *mine; }
int main(void) { return inner(); }
