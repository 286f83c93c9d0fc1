// EXPECT: true by bmc assuming the result does not depend on the numeric values of addresses; true by value, cmc
extern void reach_error(void); extern int memcmp(const void *, const void *, unsigned long);
int a[4], b[4];
int main(void) { int *p = a + 4, *q = b, *r = b + 4, *s = a; if (memcmp(&p, &q, sizeof p) == 0 || memcmp(&r, &s, sizeof p) == 0) reach_error(); return 0; }
