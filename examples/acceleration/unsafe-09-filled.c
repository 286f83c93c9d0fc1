// EXPECT: false
// ARGS: --flow accelerate
//
// An array is filled behind a long loop, and looked through: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int a[8];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0;
  while (x < n) {
    x = x + 1;
  }
  for (int i = 0; i < 8; i++) {
    a[i] = i + 5;
  }
  if (n > 5000 && n < 50000 && a[3] == 8) {
    reach_error();
  }
  return 0;
}
