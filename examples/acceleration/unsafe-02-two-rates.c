// EXPECT: false
// ARGS: --flow accelerate
//
// Two counters, one of them twice as fast: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0, y = 0;
  while (x < n) {
    x = x + 1;
    y = y + 2;
  }
  if (y == 2000000) {
    reach_error();
  }
  return 0;
}
