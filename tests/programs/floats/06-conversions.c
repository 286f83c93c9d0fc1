// EXPECT: true by kinduction
// Scaled integers and back: each conversion fits.
extern void abort(void);
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
static void check(int holds) { if (!holds) reach_error(); }
static void assume(int holds) { if (!holds) abort(); }
static double between(double low, double high) {
  double x = __VERIFIER_nondet_double();
  assume(x >= low && x <= high);
  return x;
}

int main(void) {
  int total = 0;
  for (int i = 0; i < 10000; i++) {
    float volts = __VERIFIER_nondet_float();
    if (!(volts >= 0.0f && volts <= 5.0f)) continue;
    int code = (int)(volts * 204.6f);
    check(code >= 0 && code <= 1023);
    float back = (float)code / 204.6f;
    check(back >= 0.0f && back <= 5.01f);
    total = code;
  }
  check(total >= 0);
  return 0;
}
