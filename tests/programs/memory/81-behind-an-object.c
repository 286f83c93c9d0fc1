// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
int a[2], b[2];
int main(void) { int *p = a + 2, *q = b; if (p == q || b + 2 == a) reach_error(); return 0; }
