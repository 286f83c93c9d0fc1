// EXPECT: false by bmc; unknown by value; refused by cmc because recursive calls
extern void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
int odd(unsigned n);
int even(unsigned n) { unsigned keep = n * 2; int r = n ? odd(n - 1) : 1; return keep == n * 2 ? r : 5; }
int odd(unsigned n) { return n ? even(n - 1) : 0; }
int main(void) { unsigned n = __VERIFIER_nondet_uint() % 4; if (even(n) && n != 0 && odd(n + 1) == 1) reach_error(); return 0; }
