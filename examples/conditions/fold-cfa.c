// EXPECT: true
// ARGS: --flow value
//
// The generator's numbers are checked by explicit values, step by step; that no option spoils the middle is a matter of
// bits. Each choice of ten options is a path of its own in the condition. Folded by locations (CFA), these are ten
// branches again, and the generator is one loop; all other reducers leave a thousand paths, or five thousand steps.
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

int main(void) {
  unsigned int ones = generator();
  if (ones < 2300 || ones > 2700) {
    reach_error();
  }
  unsigned int options = 0;
  if (__VERIFIER_nondet_int()) options |= 1;
  if (__VERIFIER_nondet_int()) options |= 2;
  if (__VERIFIER_nondet_int()) options |= 4;
  if (__VERIFIER_nondet_int()) options |= 8;
  if (__VERIFIER_nondet_int()) options |= 16;
  if (__VERIFIER_nondet_int()) options |= 32;
  if (__VERIFIER_nondet_int()) options |= 64;
  if (__VERIFIER_nondet_int()) options |= 128;
  if (__VERIFIER_nondet_int()) options |= 256;
  if (__VERIFIER_nondet_int()) options |= 512;
  unsigned int low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
  if (low <= high && high <= 2147483647u) {
    unsigned int middle = (low + high) / 2;
    if (middle < low || middle > high || options > 1023) {
      reach_error();
    }
  }
  return 0;
}
