// EXPECT: true by predicate, impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  int mode = 0;
  while (__VERIFIER_nondet_int()) {
    if (mode == 3) { mode = fork(); }
    if (mode > 2) reach_error();
    mode = mode == 0 ? 2 : 0;
  }
  return 0;
}
