// EXPECT: true by horn; unknown by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int gcd(int a, int b) { if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a <= 0 || b <= 0) return 0; int r = gcd(a, b); if (r < 1 || r > a || r > b) reach_error(); return 0; }
