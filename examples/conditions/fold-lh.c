// EXPECT: true
// ARGS: --flow value
//
// A level comes from a generator, whose numbers explicit values check, or from a sensor, whose bounds they do not know.
// Where branches join (CFA, NLH) one check is about both. With LH there are two, and one copy of the two loops below;
// LHC has a copy of them for each choice of options, and the others unroll the generator a thousand times.
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
  if (level < 450 || level > 550) {
    reach_error();
  }
  unsigned int options = 0;
  if (__VERIFIER_nondet_int()) options |= 1;
  if (__VERIFIER_nondet_int()) options |= 2;
  if (__VERIFIER_nondet_int()) options |= 4;
  if (__VERIFIER_nondet_int()) options |= 8;
  unsigned int left = __VERIFIER_nondet_uint(), right = left;
  while (left > 0) {
    left--;
    right--;
  }
  if (right != 0) {
    reach_error();
  }
  unsigned int low = __VERIFIER_nondet_uint(), high = low;
  while (low > 0) {
    low--;
    high--;
  }
  if (high != 0 || options > 15 || source > 2) {
    reach_error();
  }
  return 0;
}
