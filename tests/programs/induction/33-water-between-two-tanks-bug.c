// EXPECT: false by kinduction

// The same with a leak.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int level = __VERIFIER_nondet_int(), need = __VERIFIER_nondet_int(), got = 0;
  if (need < 1 || level < need || level > 1000000) return 0;
  while (got < need) {
    level--;
    got++;
    if (level < 1000 && __VERIFIER_nondet_int()) level--;
  }
  if (level < 0) reach_error();
  return 0;
}
