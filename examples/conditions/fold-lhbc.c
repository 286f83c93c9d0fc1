// EXPECT: true
// ARGS: --flow value
//
// Two things tell what explicit values have checked: where the first level came from, and whether the last one comes
// from the first iteration. LHBC keeps both apart. LHB knows nothing of the former and LHC nothing of the latter; NLH
// and SEP have all five thousand steps of the generator, several times.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned int generator(void) {
  unsigned int state = 1, ones = 0;
  for (int i = 0; i < 5000; i++) {
    state = state * 1664525u + 1013904223u;
    ones += state >> 31;
  }
  return ones;
}

static unsigned int sensor(void) {
  unsigned int level = __VERIFIER_nondet_uint();
  return level < 2300 || level > 2700 ? 2500 : level;
}

int main(void) {
  int source = __VERIFIER_nondet_int() ? 1 : 2;
  unsigned int first = source == 1 ? generator() : sensor();
  unsigned int level = 2500;
  int calibrated = 0;
  while (__VERIFIER_nondet_int()) {
    if (level < 2300 || level > 2700 || first < 2300 || first > 2700 || source > 2) {
      reach_error();
    }
    if (calibrated) {
      level = sensor();
    } else {
      level = generator();
      calibrated = 1;
    }
  }
  return 0;
}
