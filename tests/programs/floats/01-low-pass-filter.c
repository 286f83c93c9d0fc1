// EXPECT: true by kinduction
// A first-order filter keeps the bounds of its input.
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
  double y = 0.0;
  for (int i = 0; i < 100000; i++) {
    double u = between(-1.0, 1.0);
    y = 0.9 * y + 0.1 * u;
    check(y >= -10.0 && y <= 10.0);
  }
  return 0;
}
