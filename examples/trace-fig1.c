// EXPECT: true
// ARGS: --flow default
//
// Fig. 1 of "Proving Safety with Trace Automata and Bounded Model Checking" (Kroening, Lewis,
// Weissenbacher, 2015), the safe program. Unwinding finishes only after 4294967295 iterations;
// an accelerated loop whose redundant traces are cut off needs one.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int N = __VERIFIER_nondet_uint();
  unsigned int x = N, y = 0;
  while (x > 0) {
    x = x - 1;
    y = y + 1;
  }
  if (!(y == N)) {
    reach_error();
  }
  return 0;
}
