// EXPECT: false by bmc
extern void reach_error(void);
int i, a[2][2];
int f(void) { i = 1; return 0; }
int main(void) { a[i][f()] = 7; if (a[0][0] == 7) reach_error(); return 0; }
