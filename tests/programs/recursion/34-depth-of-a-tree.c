// EXPECT: true by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int walk(int d) { if (d == 0 || !__VERIFIER_nondet_int()) return 0; int l = walk(d - 1), r = walk(d - 1); return (l > r ? l : r) + 1; }
int main(void) { int d = __VERIFIER_nondet_int(); if (d < 0) return 0; if (walk(d) > d) reach_error(); return 0; }
