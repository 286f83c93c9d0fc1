// EXPECT: true
// ARGS: --flow value
//
// A level comes from a generator, whose numbers explicit values check, or from a sensor, whose bounds they do not know.
// It is checked in a loop. With LHC the loop has a copy for each of the two, and the generator is three loops; where
// there is one copy (CFA, LH, LHB), both have to be proved again. LHBC and NLH have copies, too, and a thousand steps.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned int generator(void) {
  unsigned int state = 1, ones = 0;
  for (int hundreds = 0; hundreds < 10; hundreds++) {
    for (int tens = 0; tens < 10; tens++) {
      for (int digit = 0; digit < 10; digit++) {
        state = state * 1664525u + 1013904223u;
        ones += state >> 31;
      }
    }
  }
  return ones;
}

static unsigned int sensor(void) {
  unsigned int level = __VERIFIER_nondet_uint();
  return level < 450 || level > 550 ? 500 : level;
}

int main(void) {
  int source = __VERIFIER_nondet_int() ? 1 : 2;
  unsigned int level = source == 1 ? generator() : sensor();
  while (__VERIFIER_nondet_int()) {
    if (level < 450 || level > 550) {
      reach_error();
    }
  }
  unsigned int low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
  if (low <= high && high <= 2147483647u) {
    unsigned int middle = (low + high) / 2;
    if (middle < low || middle > high || source > 2) {
      reach_error();
    }
  }
  return 0;
}
