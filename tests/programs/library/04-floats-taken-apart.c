// EXPECT: returns 0
// HIDDEN: 17
double frexp(double, int *), ldexp(double, int), modf(double, double *), logb(double), fdim(double, double);
float frexpf(float, int *), ldexpf(float, int), scalbnf(float, int), modff(float, float *);
long double frexpl(long double, int *), modfl(long double, long double *);
int ilogb(double);
int main(void) {
  int e = 0;
  double whole = 0, infinite = __builtin_inf();
  if (frexp(0x1p42, &e) != 0.5 || e != 43 || frexp(-0x1p-1074, &e) != -0.5 || e != -1073) return 1;
  if (frexp(0, &e) != 0 || e != 0 || frexp(infinite, &e) != infinite) return 2;
  if (frexpf(0x1p-140f, &e) != 0.5f || e != -139 || frexpl(-3, &e) != -0.75L || e != 2) return 3;
  if (ldexp(3, -1075) != 0x1p-1074 * 2 || ldexp(1, -1075) != 0 || ldexp(0x1p-1074, 2000) != 0x1p926) return 4;
  if (ldexp(1, 1024) != infinite || ldexpf(0x1.8p0f, -149) != 0x1p-148f || scalbnf(-1, 2147483647) != -infinite) return 5;
  if (modf(-5.75, &whole) != -0.75 || whole != -5 || modf(infinite, &whole) != 0 || whole != infinite) return 6;
  long double wide = 0;
  if (modfl(-5.75L, &wide) != -0.75L || wide != -5) return 7;
  if (logb(0x1p-1074) != -1074 || logb(0) != -infinite || ilogb(10) != 3 || ilogb(0) != -2147483647 - 1) return 8;
  return fdim(3, 1) != 2 || fdim(1, 3) != 0 || 1 / modf(-0.0, &whole) != -infinite;
}
