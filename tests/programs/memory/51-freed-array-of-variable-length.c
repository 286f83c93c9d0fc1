// BMC: true | VALUE: true | ASSUMES: no invalid free
extern void reach_error(void); void free(void *);
static int f(int n) { int a[n]; a[0] = n; free(a); return a[0]; }
int main(void) { if (f(3)) reach_error(); return 0; }
