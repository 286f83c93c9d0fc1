// EXPECT: false by bmc
extern void reach_error(void);
int n, a[2][2];
int f(void) { n = 1; return 0; }
int g(void) { return n; }
int main(void) { a[f()][g()] = 7; if (a[0][0] == 7) reach_error(); return 0; }
