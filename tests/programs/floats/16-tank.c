// EXPECT: true by kinduction
// A level with a valve that has two states.
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
  double level = 5.0;
  int open = 0;
  while (__VERIFIER_nondet_int()) {
    double inflow = between(0.0, 0.5);
    if (level > 8.0) open = 1;
    if (level < 2.0) open = 0;
    level = level + inflow;
    if (open) level = level - 0.75;
    if (level < 0.0) level = 0.0;
    if (level > 10.0) level = 10.0;
    check(level >= 0.0 && level <= 10.0);
  }
  return 0;
}
