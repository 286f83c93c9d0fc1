// EXPECT: true by kinduction
// Newton steps for a square root stay in an interval that is known.
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
  double a = between(1.0, 100.0);
  double x = 100.0;
  for (int i = 0; i < 1000; i++) {
    x = 0.5 * (x + a / x);
    check(x >= 0.5 && x <= 101.0);
    if (x < 1.0) x = 1.0;
    if (x > 100.0) x = 100.0;
  }
  return 0;
}
