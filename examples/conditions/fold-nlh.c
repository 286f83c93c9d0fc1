// EXPECT: true
// ARGS: --flow value
//
// The first 24 levels are numbers of a generator, which explicit values check; later ones are any with a certain bit. NLH
// keeps all iterations apart, LHB and LHBC the first nine only. SEP keeps them apart, too, but all that for each of the
// 256 choices of options.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int options = 0;
  if (__VERIFIER_nondet_int()) options |= 1;
  if (__VERIFIER_nondet_int()) options |= 2;
  if (__VERIFIER_nondet_int()) options |= 4;
  if (__VERIFIER_nondet_int()) options |= 8;
  if (__VERIFIER_nondet_int()) options |= 16;
  if (__VERIFIER_nondet_int()) options |= 32;
  if (__VERIFIER_nondet_int()) options |= 64;
  if (__VERIFIER_nondet_int()) options |= 128;
  unsigned int state = 1, warm = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned int level;
    if (warm < 24) {
      state = state * 1664525u + 1013904223u;
      level = state % 1021;
      warm++;
    } else {
      level = __VERIFIER_nondet_uint() | 8;
    }
    if (level == 7 || options > 255) {
      reach_error();
    }
  }
  return 0;
}
