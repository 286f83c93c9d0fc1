// EXPECT: false by kinduction
// A float cannot count beyond 2^24.
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
  float count = 16777210.0f;
  for (int i = 0; i < 10; i++) count += 1.0f;
  check(count == 16777220.0f);
  return 0;
}
