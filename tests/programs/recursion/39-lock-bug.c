// EXPECT: false by horn
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int locked; void work(int n) { if (locked) reach_error(); locked = 1; if (n > 7) { locked = 0; work(n - 1); } if (n != 3) locked = 0; if (n > 0 && __VERIFIER_nondet_int()) work(n - 2); }
int main(void) { work(__VERIFIER_nondet_int()); return 0; }
