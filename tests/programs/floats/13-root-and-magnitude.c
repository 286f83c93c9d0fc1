// EXPECT: true by kinduction
// Lengths of vectors with bounded parts.
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

extern double sqrt(double);
extern double fabs(double);
int main(void) {
  double longest = 0.0;
  for (int i = 0; i < 3000; i++) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    if (fabs(x) <= 3.0 && fabs(y) <= 4.0) {
      double length = sqrt(x * x + y * y);
      if (length > longest) longest = length;
    }
    check(longest >= 0.0 && longest <= 5.0);
  }
  return 0;
}
