// EXPECT: any by bmc last=1
// A sum of a hundred bounded numbers.
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
  for (int i = 0; i < 100; i++) sum += between(-1.0, 1.0);
  check(sum <= 100.5 && sum >= -100.5);
  return 0;
}
