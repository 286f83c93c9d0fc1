// EXPECT: true by bmc, kinduction, flow:default
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
long lround(double);
long long llrint(double);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -1000 && x < 1000)) return 0;
  long l = lround(x);
  long long m = llrint(x);
  if (l < x - 0.5 || l > x + 0.5 || l > 1000 || m - l > 1 || l - m > 1) reach_error();
  return 0;
}
