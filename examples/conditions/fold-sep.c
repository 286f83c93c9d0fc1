// EXPECT: true
// ARGS: --flow value
//
// The last level is checked behind the loop. Whether it is one of a generator, which explicit values have checked, or
// of a sensor, was chosen in some iteration, by a branch. Only reducers that keep loop heads apart (SEP, NLH) know that.
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
  unsigned int level = 50;
  while (__VERIFIER_nondet_int()) {
    level = __VERIFIER_nondet_int() ? generator() : sensor();
  }
  if (level < 30 || level > 70) {
    reach_error();
  }
  return 0;
}
