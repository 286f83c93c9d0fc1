// EXPECT: false by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int drain(int left) { int taken = 0; while (left > 0 && __VERIFIER_nondet_int()) { left--; taken++; } if (left <= 0) return taken; return taken + 2 + drain(left - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 3 || n > 1000000) return 0; if (drain(n) > n) reach_error(); return 0; }
