// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
int main(void) { int a[0]; int b; int c[0]; int *p = a, *q = &b, *r = c; if (p == q || q == r) reach_error(); return 0; }
