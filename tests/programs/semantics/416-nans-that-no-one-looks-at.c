// EXPECT: returns 0
/* Copies, negations and magnitudes say what the sign is, conversions keep it. Computed ones are moved in every way. */
void *memcpy(void *, const void *, unsigned long);
double fmin(double, double), modf(double, double *);
struct pair { double d; int i; };
static double constant = 0.0 / 0.0;
static struct pair moved(struct pair p) { p.d *= -1; return p; }
int main(void) {
  double n = __builtin_nan(""), m = -n, whole = 0, *kept = &m;
  float f = __builtin_nanf("");
  if (__builtin_signbit(n) || !__builtin_signbit(*kept) || __builtin_signbit(__builtin_fabs(*kept))) return 1;
  if (__builtin_signbit((double)f) || !__builtin_signbit(-(long double)f)) return 2;
  union { double d; unsigned long long bits; } u = {n};
  if (u.bits != 0x7ff8000000000000ull) return 3;
  u.d = m;
  if (u.bits != 0xfff8000000000000ull) return 4;
  struct pair p = {n, 3}, q = {0};
  q = moved(p);
  if (q.d == q.d || q.i != 3) return 5;
  double more[3] = {q.d + 1, 7};
  memcpy(more + 2, more, sizeof *more);
  if (more[2] == more[2] || more[0] == more[0] || more[1] != 7) return 6;
  double r = modf(q.d, &whole);
  if (r == r || whole == whole || fmin(q.d, 1) != 1 || fmin(q.d, constant) == 0) return 7;
  if (modf(-2.5, &whole) != -0.5 || whole != -2) return 8;
  double big = q.i * 2.0;
  if (__builtin_signbit(big) || !__builtin_signbit(-big * 0)) return 9;
  return constant == constant;
}
