// EXPECT: any by bmc last=1
// The scaled value does not fit.
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
  double gain = 1.0;
  for (int i = 0; i < 12; i++) {
    double x = between(0.0, 2.0);
    gain = gain * (0.5 + x);
    if (gain > 1000.0) gain = 1000.0;
    short value = 0;
    if (gain * 40.0 < 65000.0) value = (short)(int)(gain * 40.0);
    check(value >= 0);
  }
  return 0;
}
