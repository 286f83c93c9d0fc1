// EXPECT: false by bmc
extern void reach_error(void);
int a[1], b[1]; int *p = a;
int f(void) { p = b; return 7; }
int main(void) { p[0] = f(); if (a[0] == 7) reach_error(); return 0; }
