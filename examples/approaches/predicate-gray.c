// EXPECT: true
// ARGS: --flow predicate
//
// A binary counter and a Gray counter of three bits, compared now and then. Each is a predicate; which combinations
// occur is what predicate abstraction computes. The counters are never compared in the steps on which an induction
// would have to rely.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

_Bool b0, b1, b2, g0, g1, g2;

int main(void) {
  unsigned turns = 0, last = __VERIFIER_nondet_uint();
  while (turns != last) {
    turns++;
    if (__VERIFIER_nondet_int()) {
      if (!b0) b0 = 1;
      else {
        b0 = 0;
        if (!b1) b1 = 1;
        else { b1 = 0; b2 = !b2; }
      }
      if ((g0 ^ g1 ^ g2) == 0) g0 = !g0;
      else if (g0) g1 = !g1;
      else g2 = !g2;
    } else if (g2 != b2 || g1 != (b1 ^ b2) || g0 != (b0 ^ b1)) {
      reach_error();
    }
  }
  return 0;
}
