// EXPECT: false by bmc, kinduction, flow:default
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
long lrint(double);
int main(void) {
  double x = __VERIFIER_nondet_double();
  long l = lrint(x);
  if (x > 1e300 || x != x) reach_error();
  return l == 1;
}
