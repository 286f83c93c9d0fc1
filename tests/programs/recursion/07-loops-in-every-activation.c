// EXPECT: true by bmc, value, cmc
extern void reach_error(void);
int f(int n) { int s = 0; for (int i = 0; i < 3; i++) { s += i; if (i == 1 && n) s += f(n - 1); } for (int i = 0; i < 4; i++) s++; return s; }
int main(void) { int r = 0; for (int i = 0; i < 2; i++) r += f(2 - i); if (r != 35) reach_error(); return 0; }
