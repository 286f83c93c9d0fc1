// EXPECT: false by bmc, flow:default
extern double __VERIFIER_nondet_double(void);
extern int fesetround(int);
extern void reach_error(void);
int main(void) {
  if (fesetround(0xc00)) return 0;
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a >= 0x1p1021 && a <= 0x1.fffffffffffffp1023)) return 0;
  if (!(b >= 0x1.8p1023 && b <= 0x1.fffffffffffffp1023)) return 0;
  double r = (a + b) - b;
  if (r < 0x1p1020) reach_error();
  return 0;
}
