// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
static int at(int n, int a[n][n]) { return a[1][0]; }
int main(void) { int n = 2, a[n][n]; a[0][1] = 3; a[1][0] = 4; if (at(n, a) != 4) reach_error(); return 0; }
