// EXPECT: true by kinduction
// The divisor stays away from zero.
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
  double scale = 1.0, y = 0.0;
  while (__VERIFIER_nondet_int()) {
    double u = between(0.0, 2.0);
    scale = 0.5 * scale + 0.5 * (u + 1.0);
    y = 10.0 / scale;
    check(y > 0.0 && y < 21.0);
  }
  return 0;
}
