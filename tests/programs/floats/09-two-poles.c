// EXPECT: true by kinduction
// Two filters, one after the other.
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
  float a = 0.0f, b = 0.0f;
  for (int i = 0; i < 20000; i++) {
    float u = (float)between(-1.0, 1.0);
    a = 0.75f * a + 0.25f * u;
    b = 0.5f * b + 0.5f * a;
    check(a <= 2.0f && a >= -2.0f);
    check(b <= 4.0f && b >= -4.0f);
  }
  return 0;
}
