// EXPECT: true
// As many rounds as were asked for, at most forty, each of which may be the last one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), used = 0;
  while (used < n && used < 40) {
    if (__VERIFIER_nondet_int() < 0) {
      break;
    }
    used++;
  }
  if (used > 40) {
    reach_error();
  }
  return 0;
}
