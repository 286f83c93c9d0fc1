// EXPECT: true by bmc, value, cmc
extern void reach_error(void);
static int sum(const int *p) { return p[0] + p[1]; }
int main(void) { int t = 0; for (int i = 0; i < 3; i++) { const int a[2] = {i, 1}; t += sum(a); } if (t != 6) reach_error(); return 0; }
