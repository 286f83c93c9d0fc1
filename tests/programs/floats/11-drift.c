// EXPECT: any by bmc last=1
// The integrator has no limit; some steps are enough.
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
  double position = 0.0, speed = 0.0;
  for (int i = 0; i < 10; i++) {
    double force = between(-1.0, 1.0);
    speed = 0.9 * speed + force;
    position = position + 0.5 * speed;
    check(position < 12.0);
  }
  return 0;
}
