/* The functions of math.h whose results are exact or rounded once (C11 7.12, F.10). All others are missing.

   They compute in long double, which holds every double and every long long, by instructions of the x87.
*/

enum { NEAREST = 0, DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00, ROUNDING = 0xc00 };

static unsigned short control(void) {
  unsigned short held;
  __asm__ volatile("fnstcw %0" : "=m"(held));
  return held;
}

static void set_control(unsigned short held) { __asm__ volatile("fldcw %0" : : "m"(held)); }

PUBLIC int fegetround(void) { return control() & ROUNDING; }

PUBLIC int fesetround(int direction) {
  if (direction & ~ROUNDING) return 1;
  word other;
  set_control((unsigned short)((control() & ~ROUNDING) | direction));
  __asm__ volatile("stmxcsr %0" : "=m"(other));
  other = (other & ~(word)(ROUNDING << 3)) | (word)direction << 3;
  __asm__ volatile("ldmxcsr %0" : : "m"(other));
  return 0;
}

static long double nearest(long double x) {
  __asm__("frndint" : "+t"(x));
  return x;
}

static long double toward(long double x, int direction) {
  unsigned short before = control();
  set_control((unsigned short)((before & ~ROUNDING) | direction));
  __asm__ volatile("frndint" : "+t"(x));
  set_control(before);
  return x;
}

static long double signed_as(long double x, long double other) { return __builtin_copysignl(x, other); }

static int is_finite(long double x) { return x - x == 0; }

/* Halves away from zero. */
static long double rounded(long double x) {
  long double whole = toward(x, TOWARD_ZERO);
  if (!is_finite(x)) return x + x;
  if (__builtin_fabsl(x - whole) >= 0.5L) whole += signed_as(1, x);
  return signed_as(whole, x);
}

static long double scaled_exactly(long double x, long exponent) {
  long double by = exponent > 40000 ? 40000 : exponent < -40000 ? -40000 : exponent;
  __asm__("fscale" : "+t"(x) : "u"(by));
  return x;
}

/* The exponent of a number other than zero, so that x is between 1 and 2 times this power of two. */
static int exponent_of(long double x) {
  long double exponent, part;
  __asm__("fxtract" : "=t"(part), "=u"(exponent) : "0"(x));
  return (int)exponent;
}

static long double divided_exactly(long double x, long double y, int to_nearest) {
  unsigned short status;
  do {
    if (to_nearest) __asm__("fprem1\n\tfnstsw %1" : "+t"(x), "=a"(status) : "u"(y) : "cc");
    else __asm__("fprem\n\tfnstsw %1" : "+t"(x), "=a"(status) : "u"(y) : "cc");
  } while (status & 0x400);
  return x;
}

static long double root(long double x) {
  __asm__("fsqrt" : "+t"(x));
  return x;
}

static void out_of_domain(int holds) {
  if (holds) set_errno(EDOM);
}

static void out_of_range(int holds) {
  if (holds) set_errno(ERANGE);
}

/* A result that should have been finite, or not zero. */
static void check_range(long double x, long double result) {
  out_of_range(is_finite(x) && x != 0 && (!is_finite(result) || result == 0));
}

static int is_nan(long double x) { return x != x; }

/* Of types TYPE whose functions end in SUFFIX. A root has the type's own instruction, since it is rounded. */
#define FUNCTIONS(TYPE, SUFFIX, ROOT)                                                                                  \
  PUBLIC TYPE fabs##SUFFIX(TYPE x) { return __builtin_fabs##SUFFIX(x); }                                               \
  PUBLIC TYPE copysign##SUFFIX(TYPE x, TYPE y) { return __builtin_copysign##SUFFIX(x, y); }                            \
  PUBLIC TYPE floor##SUFFIX(TYPE x) { return (TYPE)toward(x, DOWNWARD); }                                              \
  PUBLIC TYPE ceil##SUFFIX(TYPE x) { return (TYPE)toward(x, UPWARD); }                                                 \
  PUBLIC TYPE trunc##SUFFIX(TYPE x) { return (TYPE)toward(x, TOWARD_ZERO); }                                           \
  PUBLIC TYPE rint##SUFFIX(TYPE x) { return (TYPE)nearest(x); }                                                        \
  PUBLIC TYPE nearbyint##SUFFIX(TYPE x) { return (TYPE)nearest(x); }                                                   \
  PUBLIC TYPE round##SUFFIX(TYPE x) { return (TYPE)rounded(x); }                                                       \
  PUBLIC long lrint##SUFFIX(TYPE x) { return (long)nearest(x); }                                                       \
  PUBLIC long long llrint##SUFFIX(TYPE x) { return (long long)nearest(x); }                                            \
  PUBLIC long lround##SUFFIX(TYPE x) { return (long)rounded(x); }                                                      \
  PUBLIC long long llround##SUFFIX(TYPE x) { return (long long)rounded(x); }                                           \
  PUBLIC TYPE sqrt##SUFFIX(TYPE x) {                                                                                   \
    out_of_domain(x < 0);                                                                                              \
    ROOT;                                                                                                              \
    return x;                                                                                                          \
  }                                                                                                                    \
  PUBLIC TYPE fmod##SUFFIX(TYPE x, TYPE y) {                                                                           \
    out_of_domain(!is_nan(x) && !is_nan(y) && (!is_finite(x) || y == 0));                                              \
    return (TYPE)divided_exactly(x, y, 0);                                                                             \
  }                                                                                                                    \
  PUBLIC TYPE remainder##SUFFIX(TYPE x, TYPE y) {                                                                      \
    out_of_domain(!is_nan(x) && !is_nan(y) && (!is_finite(x) || y == 0));                                              \
    return (TYPE)divided_exactly(x, y, 1);                                                                             \
  }                                                                                                                    \
  PUBLIC TYPE fmax##SUFFIX(TYPE x, TYPE y) { return is_nan(x) || (!is_nan(y) && x < y) ? y : x; }                      \
  PUBLIC TYPE fmin##SUFFIX(TYPE x, TYPE y) { return is_nan(x) || (!is_nan(y) && y < x) ? y : x; }                      \
  PUBLIC TYPE fdim##SUFFIX(TYPE x, TYPE y) {                                                                           \
    if (is_nan(x) || is_nan(y)) return x + y;                                                                          \
    TYPE result = x > y ? x - y : 0;                                                                                   \
    out_of_range(is_finite(x) && is_finite(y) && !is_finite(result));                                                  \
    return result;                                                                                                     \
  }                                                                                                                    \
  static TYPE scaled##SUFFIX(TYPE x, long exponent) {                                                                  \
    TYPE result = (TYPE)scaled_exactly(x, exponent);                                                                   \
    check_range(x, result);                                                                                            \
    return result;                                                                                                     \
  }                                                                                                                    \
  PUBLIC TYPE ldexp##SUFFIX(TYPE x, int exponent) { return scaled##SUFFIX(x, exponent); }                              \
  PUBLIC TYPE scalbn##SUFFIX(TYPE x, int exponent) { return scaled##SUFFIX(x, exponent); }                             \
  PUBLIC TYPE scalbln##SUFFIX(TYPE x, long exponent) { return scaled##SUFFIX(x, exponent); }                           \
  PUBLIC TYPE frexp##SUFFIX(TYPE x, int *exponent) {                                                                   \
    *exponent = !is_finite(x) || x == 0 ? 0 : exponent_of(x) + 1;                                                      \
    return !is_finite(x) || x == 0 ? x + x : (TYPE)scaled_exactly(x, -*exponent);                                      \
  }                                                                                                                    \
  PUBLIC TYPE modf##SUFFIX(TYPE x, TYPE *whole) {                                                                      \
    *whole = (TYPE)toward(x, TOWARD_ZERO);                                                                             \
    return __builtin_copysign##SUFFIX(!is_finite(x) && !is_nan(x) ? 0 : x - *whole, x);                                \
  }                                                                                                                    \
  PUBLIC TYPE logb##SUFFIX(TYPE x) {                                                                                   \
    if (x == 0) return -1 / __builtin_fabs##SUFFIX(x);                                                                 \
    return is_finite(x) ? (TYPE)exponent_of(x) : x * x;                                                                \
  }                                                                                                                    \
  PUBLIC int ilogb##SUFFIX(TYPE x) {                                                                                   \
    out_of_domain(!is_finite(x) || x == 0);                                                                            \
    if (x == 0 || is_nan(x)) return -2147483647 - 1;                                                                   \
    return is_finite(x) ? exponent_of(x) : 2147483647;                                                                 \
  }                                                                                                                    \
  PUBLIC int isnan##SUFFIX(TYPE x) { return is_nan(x); }                                                               \
  PUBLIC int isinf##SUFFIX(TYPE x) { return is_nan(x) || is_finite(x) ? 0 : x < 0 ? -1 : 1; }                          \
  PUBLIC int finite##SUFFIX(TYPE x) { return is_finite(x); }                                                           \
  PUBLIC int __isnan##SUFFIX(TYPE x) { return is_nan(x); }                                                             \
  PUBLIC int __isinf##SUFFIX(TYPE x) { return is_nan(x) || is_finite(x) ? 0 : x < 0 ? -1 : 1; }                        \
  PUBLIC int __finite##SUFFIX(TYPE x) { return is_finite(x); }

FUNCTIONS(double, , __asm__("sqrtsd %0, %0" : "+x"(x)))
FUNCTIONS(float, f, __asm__("sqrtss %0, %0" : "+x"(x)))
FUNCTIONS(long double, l, x = root(x))

#define CLASSES_OF(TYPE, SUFFIX)                                                                                       \
  PUBLIC int __signbit##SUFFIX(TYPE x) { return __builtin_signbit##SUFFIX(x) != 0; }                                   \
  PUBLIC int __fpclassify##SUFFIX(TYPE x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

CLASSES_OF(double, )
CLASSES_OF(float, f)
CLASSES_OF(long double, l)
