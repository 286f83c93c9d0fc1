// EXPECT: true by predicate, impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  int total = 0;
  while (__VERIFIER_nondet_int()) { total = depth(2); if (total != 2) reach_error(); }
  return 0;
}
