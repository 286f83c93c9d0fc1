// EXPECT: unknown by bmc states=40 first=4 last=64
// INPUTS: 0..3
// COVERS: 70%
//
// The easy cases are unwound before the loop: the states end somewhere inside of it.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int product = 1;
  if (n == 0) return 0;
  if (n == 1) return 1;
  if (n == 2) {
    product = n * n;
    if (product != 4) reach_error();
    return 2;
  }
  for (unsigned int i = 0; i < 50; i++) {
    product = (product + n) & 7;
    if (product > 7) reach_error();
  }
  return 3;
}
