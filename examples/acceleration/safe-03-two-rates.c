// EXPECT: true
// ARGS: --flow accelerate
//
// Two counters, one of them twice as fast.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0, y = 0;
  while (x < n) {
    x = x + 1;
    y = y + 2;
  }
  if (y != 2 * x) {
    reach_error();
  }
  return 0;
}
