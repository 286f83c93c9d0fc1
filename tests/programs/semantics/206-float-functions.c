// EXPECT: returns 0
double fabs(double), floor(double), sqrt(double), round(double), fmin(double, double), copysign(double, double);
float truncf(float), rintf(float);
long double ceill(long double);
long lround(double);
int isnan(double);
int main(void) {
  double nan = __builtin_nan("");
  if (fabs(-2.5) != 2.5 || floor(-2.5) != -3 || sqrt(2.25) != 1.5 || round(2.5) != 3) return 1;
  if (truncf(-2.7f) != -2 || rintf(2.5f) != 2 || ceill(2.25L) != 3 || lround(-0.5) != -1) return 2;
  if (fmin(nan, 3) != 3 || fmin(4, 3) != 3 || copysign(2, -0.0) != -2) return 3;
  if (!isnan(nan) || isnan(1) || !__builtin_isinf(-__builtin_inf()) || __builtin_isfinite(nan)) return 4;
  if (!__builtin_signbit(-0.0) || __builtin_signbit(0.0f) || !__builtin_isless(1.0, 2) || __builtin_isless(nan, 2)) return 5;
  if (__builtin_fpclassify(0, 1, 4, 3, 2, 0x1p-1074) != 3 || __builtin_isnormal(0x1p-1074)) return 6;
  return 0;
}
