// EXPECT: true by bmc, cmc; any by value
extern void reach_error(void); int __VERIFIER_nondet_int(void);
int top(int *up, int n) { int mine = n + *up; if (n == 0) { *up = 7; return mine; } int r = top(&mine, n - 1); return n > 1 || mine == 7 ? r : 100; }
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 50 || x < -50) return 0; if (top(&x, 2) != x + 3) reach_error(); return 0; }
