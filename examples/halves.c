// EXPECT: true
// ARGS: --flow cmc
//
// Two halves, one for each of two analyses.
//
// First half: a loop that never ends, over two explicit states. An explicit-value analysis
// closes it at once; no unwinding ever finishes it.
// Second half: the midpoint of two unknown numbers. Explicit values know nothing of them; a
// bit-vector solver proves at once that below 2^31 the sum does not wrap around.

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
    if (low <= high && high <= 2147483647u) {
      unsigned int middle = (low + high) / 2;
      if (middle < low || middle > high) {
        reach_error();
      }
    }
  }
  return 0;
}
