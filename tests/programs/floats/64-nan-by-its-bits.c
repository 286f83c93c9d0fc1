// EXPECT(ILP32): true by bmc; any by value; any by cmc
// EXPECT(LP64): true by bmc; any by value; any by cmc
// Whatever sign and payload a NaN has: its exponent and its mantissa say that it is one.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
double sqrt(double);
union d { double value; struct { unsigned low, high; } words; };
union f { float value; unsigned word; };
static double constant = 0.0 / 0.0;
static int is_nan(double x) {
  union d u;
  u.value = x;
  unsigned high = u.words.high & 0x7fffffff;
  return high > 0x7ff00000 || (high == 0x7ff00000 && u.words.low != 0);
}
static int is_nanf(float x) {
  union f u;
  u.value = x;
  return (u.word & 0x7fffffff) > 0x7f800000;
}
static double doubled(double x) { return x + x; }
int main(void) {
  double x = __VERIFIER_nondet_double(), zero = 0;
  float y = __VERIFIER_nondet_float(), zerof = 0;
  if (!is_nan(0.0 / 0.0) || !is_nan(constant) || !is_nan(sqrt(-1)) || !is_nanf(zerof / zerof)) reach_error();
  if (is_nan(doubled(x)) != (x != x)) reach_error();
  if (x - x != 0 && !is_nan(x - x)) reach_error();
  if (is_nanf(y * 0) != !(y - y == 0)) reach_error();
  return 0;
}
