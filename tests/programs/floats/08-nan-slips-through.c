// EXPECT: false by flow:staged cpu=30
// The comparison with a NaN fails, so the limit does not limit it.
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
  double x = __VERIFIER_nondet_double();
  double y = 0.5;
  for (int i = 0; i < 10; i++) {
    if (x > 1.0) x = 1.0;
    if (x < -1.0) x = -1.0;
    y = 0.5 * y + 0.25 * x;
  }
  check(y <= 2.0 && y >= -2.0);
  return 0;
}
