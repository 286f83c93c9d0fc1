// EXPECT: false
// ARGS: --flow accelerate
//
// Arrays are added element by element, and the sums checked, when a long loop has run: with a deep bug.

extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[6], b[6], c[6];

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  int k = __VERIFIER_nondet_int();
  unsigned int x = n;
  while (x > 0) {
    x = x - 1;
  }
  for (int i = 0; i < 6; i++) {
    a[i] = k;
    b[i] = i;
  }
  for (int i = 0; i < 6; i++) {
    c[i] = a[i] + b[i];
  }
  for (int i = 0; i < 6; i++) {
    if (c[i] != a[i] + i) {
      return 1;
    }
  }
  if (c[5] == k + 5 && n == 100000) {
    reach_error();
  }
  return 0;
}
