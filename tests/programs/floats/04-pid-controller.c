// EXPECT: any by bmc last=1
// A controller with proportional, integral and differential parts; the integral is limited.
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

static double limit(double x, double low, double high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
int main(void) {
  double integral = 0.0, previous = 0.0;
  for (int i = 0; i < 50000; i++) {
    double error = between(-20.0, 20.0);
    integral = limit(integral + error * 0.01, -8.0, 8.0);
    double derivative = (error - previous) / 0.01;
    previous = error;
    double output = limit(1.5 * error + 0.5 * integral + 0.02 * derivative, -100.0, 100.0);
    check(integral >= -8.0 && integral <= 8.0);
    check(output >= -100.0 && output <= 100.0);
    double sum = 1.5 * error + 0.5 * integral + 0.02 * derivative;
    check(sum <= 115.0 && sum >= -115.0);
  }
  return 0;
}
