// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
int main(void) { int a, b; int *p = &a, *q = &b; if (p < q) reach_error(); return 0; }
