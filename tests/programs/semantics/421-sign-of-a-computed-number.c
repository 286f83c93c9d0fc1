// EXPECT: returns 31
/* Where a comparison held, the value is a number, and its sign is what it was computed to be. */

static int negative(double x) { return x != x ? 0 : __builtin_signbit(x) != 0; }

static int also_negative(double x) {
  if (!(x < 0) && !(x >= 0)) return 0;
  return __builtin_copysign(1, x) < 0;
}

int main(void) {
  double n = __builtin_nan(""), m = n * -1.0, z = 0.0 * -1.0, result = 0;
  result += negative(m) == 0;
  result += 2 * (also_negative(m - 1) == 0);
  result += 4 * (negative(z) == 1);
  result += 8 * also_negative(z - 2);
  result += 16 * (__builtin_fmin(m, z - 3) == -3);
  return (int)result;
}
