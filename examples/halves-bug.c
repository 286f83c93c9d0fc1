// EXPECT: false
// ARGS: --flow cmc
//
// The twin of halves.c with a bug in its second half: the limit is too large by two.
//
// The sum of low and high wraps around for four pairs of inputs only: (2147483647, 2147483649),
// (2147483648, 2147483648), (2147483648, 2147483649) and (2147483649, 2147483649).

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_int()) {
    int red = 1, green = 0;
    while (1) {
      if (__VERIFIER_nondet_int()) {
        red = 1 - red;
        green = 1 - green;
      }
      if (red == green) {
        reach_error();
      }
    }
  } else {
    unsigned int low = __VERIFIER_nondet_uint();
    unsigned int high = __VERIFIER_nondet_uint();
    if (low <= high && high <= 2147483649u) {
      unsigned int middle = (low + high) / 2;
      if (middle < low || middle > high) {
        reach_error();
      }
    }
  }
  return 0;
}
