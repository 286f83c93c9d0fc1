// EXPECT: false
// ARGS: --flow accelerate
//
// A loop that is left in its middle: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0, y = 7;
  while (1) {
    if (x >= n) {
      break;
    }
    x = x + 1;
    y = y + 1;
  }
  if (y == 1000007) {
    reach_error();
  }
  return 0;
}
