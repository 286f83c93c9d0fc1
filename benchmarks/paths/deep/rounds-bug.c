// EXPECT: false
// The fortieth round fills what has room for thirty-nine; each round may also end the work.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int used = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() < 0) {
      return 1;
    }
    used++;
    if (used > 39) {
      reach_error();
    }
  }
  return 0;
}
