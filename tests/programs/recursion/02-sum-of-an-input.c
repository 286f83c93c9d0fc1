// EXPECT: false by bmc; unknown by value; refused by cmc because recursive calls
extern void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
int sum(unsigned n) { if (!n) return 0; int r = sum(n - 1); return r + n; }
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 4) return 0; if (sum(n) == 6) reach_error(); return 0; }
