// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); int __VERIFIER_nondet_int(void);
int top(int *up, int n) { int mine = n + *up; if (n == 0) { *up = 7; return mine; } int r = top(&mine, n - 1); return mine == 7 ? r : 100; }
int main(void) { int x = __VERIFIER_nondet_int(); if (top(&x, 2) == 8) reach_error(); return 0; }
