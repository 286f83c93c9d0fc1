// EXPECT: true
// ARGS: --flow accelerate
//
// A value is kept from the iteration before.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0, last = 0;
  while (x < n) {
    last = x;
    x = x + 1;
  }
  if (n > 0 && last + 1 != x) {
    reach_error();
  }
  return 0;
}
