// EXPECT: false
// ARGS: --flow accelerate
//
// A value is kept from the iteration before: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0, last = 0;
  while (x < n) {
    last = x;
    x = x + 1;
  }
  if (last == 999999 && x > last) {
    reach_error();
  }
  return 0;
}
