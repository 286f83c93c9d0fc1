// EXPECT: true by kinduction
// The average moves towards its input: the old value occurs twice.
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
  double average = 50.0;
  for (int i = 0; i < 100000; i++) {
    double x = between(0.0, 100.0);
    average = average + 0.1 * (x - average);
    check(average > -1.0 && average < 101.0);
  }
  return 0;
}
