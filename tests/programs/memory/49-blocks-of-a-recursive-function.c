// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
static void down(int *p, int n) { if (n > 0) { int x = n; down(&x, n - 1); *p += x; } }
int main(void) { int y = 0; down(&y, 2); if (y != 3) reach_error(); return 0; }
