// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); extern volatile int x, a[2]; extern volatile struct { int n; unsigned char *p; } r;
int main(void) { int y = x; if (y != x && a[1] + 1 != a[1] + 1 && r.n == 3 && r.n == 4) reach_error(); return 0; }
