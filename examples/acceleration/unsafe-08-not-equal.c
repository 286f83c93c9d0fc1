// EXPECT: false
// ARGS: --flow accelerate
//
// A loop that ends only if its counter meets the limit: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, s = 0;
  while (i != n) {
    i = i + 1;
    s = s + 3;
  }
  if (s == 3000000) {
    reach_error();
  }
  return 0;
}
