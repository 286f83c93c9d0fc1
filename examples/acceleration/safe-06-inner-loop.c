// EXPECT: true
// ARGS: --flow accelerate
//
// A loop without bound inside of one that ends soon.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int s = 0, i = 0, j;
  while (i < 2) {
    j = 0;
    while (j < n) {
      j = j + 1;
      s = s + 1;
    }
    i = i + 1;
  }
  if (s != 2 * n) {
    reach_error();
  }
  return 0;
}
