// EXPECT: false by bmc
extern void reach_error(void);
int n;
int f(void) { n = 1; return 0; }
int main(void) { int x = ({ n + f(); }); if (x == 0) reach_error(); return 0; }
