// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
static int *f(int n) { int a[n]; int *p = a; p[0] = n; return p; }
int main(void) { int *p = f(3); if (*p != 3) reach_error(); return 0; }
