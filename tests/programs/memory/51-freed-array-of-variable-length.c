// EXPECT: true by bmc assuming no invalid free; true by value; any by cmc
extern void reach_error(void); void free(void *);
static int f(int n) { int a[n]; a[0] = n; free(a); return a[0]; }
int main(void) { if (f(3)) reach_error(); return 0; }
