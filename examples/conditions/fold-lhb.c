// EXPECT: true
// ARGS: --flow value
//
// The first iteration calibrates with a generator, whose numbers explicit values check; later ones ask a sensor. LHB keeps
// the first iteration apart, and so do LHBC and SEP, with a copy of the loop for each choice of options, and NLH, which
// joins what comes before the loop: there one check is about the generator and about the sensor.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned int generator(void) {
  unsigned int state = 1, ones = 0;
  for (int i = 0; i < 100; i++) {
    state = state * 1664525u + 1013904223u;
    ones += state >> 31;
  }
  return ones;
}

static unsigned int sensor(void) {
  unsigned int level = __VERIFIER_nondet_uint();
  return level < 30 || level > 70 ? 50 : level;
}

int main(void) {
  unsigned int level = __VERIFIER_nondet_int() ? generator() : sensor();
  if (level < 30 || level > 70) {
    reach_error();
  }
  unsigned int options = 0;
  if (__VERIFIER_nondet_int()) options |= 1;
  if (__VERIFIER_nondet_int()) options |= 2;
  if (__VERIFIER_nondet_int()) options |= 4;
  if (__VERIFIER_nondet_int()) options |= 8;
  if (__VERIFIER_nondet_int()) options |= 16;
  int calibrated = 0;
  while (__VERIFIER_nondet_int()) {
    if (calibrated) {
      level = sensor();
    } else {
      level = generator();
      calibrated = 1;
    }
    if (level < 30 || level > 70 || options > 31) {
      reach_error();
    }
  }
  return 0;
}
