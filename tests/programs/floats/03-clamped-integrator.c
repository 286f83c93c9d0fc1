// EXPECT: true by kinduction
// What is added up is clamped each time.
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
  double sum = 0.0;
  while (__VERIFIER_nondet_int()) {
    sum += 0.01 * between(-1000.0, 1000.0);
    if (sum > 5.0) sum = 5.0;
    if (sum < -5.0) sum = -5.0;
    double out = 2.0 * sum + 1.0;
    check(out <= 11.0 && out >= -9.0);
  }
  return 0;
}
