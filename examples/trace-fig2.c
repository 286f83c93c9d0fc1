// EXPECT: false
// ARGS: --flow default
//
// Fig. 2 of "Proving Safety with Trace Automata and Bounded Model Checking" (Kroening, Lewis,
// Weissenbacher, 2015), the unsafe program: Fig. 1 with the assertion negated. N = 1 violates
// it after one iteration (and N = 0 after none, which the paper does not mention).

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int N = __VERIFIER_nondet_uint();
  unsigned int x = N, y = 0;
  while (x > 0) {
    x = x - 1;
    y = y + 1;
  }
  if (!(y != N)) {
    reach_error();
  }
  return 0;
}
