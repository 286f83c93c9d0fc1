/* Functions of `math.h` that take numbers apart and put them together (C11 7.12.6), bit by bit, in the formats of
   x86. */

#include "model.h"

float frexpf(float x, int *e) {
  union {
    float value;
    unsigned int word;
  } v = {0};
  v.value = x;
  int k = v.word >> 23 & 255;
  if (k == 255) {
    int any = 0;
    __coveriflow_any(any, "frexpf");
    *e = any;
    return x + x;
  }
  if (x == 0) {
    *e = 0;
    return x + x;
  }
  int lower = 0;
  if (k == 0) {
    v.value = x * 0x1p25f;
    lower = 25;
    k = v.word >> 23 & 255;
  }
  *e = k - lower - (127 - 1);
  v.word = (unsigned int)((v.word & ~((unsigned int)255 << 23)) | ((unsigned int)(127 - 1) << 23));
  return v.value;
}

/* The exponent of a number that is neither zero nor infinite. */
int __coveriflow_exponentf(float x) {
  union {
    float value;
    unsigned int word;
  } v = {0};
  v.value = x;
  int k = v.word >> 23 & 255;
  if (k) return k - 127;
  v.value = x * 0x1p25f;
  return (v.word >> 23 & 255) - 25 - 127;
}

int ilogbf(float x) {
  if (x != x || x == 0) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  return __coveriflow_exponentf(x);
}

float logbf(float x) {
  if (x != x) return x + x;
  if (x == 0) return -1 / __builtin_fabsf(x);
  if (x - x != 0) return x * x;
  return (float)__coveriflow_exponentf(x);
}

float ldexpf(float x, int n) {
  float y = x;
  for (int i = 0; i < 2 && n > 127; i++) {
    y *= 0x1p127f;
    n -= 127;
  }
  for (int i = 0; i < 2 && n < 1 - 127; i++) {
    y *= 0x1p-102f;
    n += 127 - 1 - 24;
  }
  if (n > 127) n = 127;
  if (n < 1 - 127) n = 1 - 127;
  union {
    float value;
    unsigned int word;
  } v = {0};
  v.value = 1;
  v.word = (unsigned int)((v.word & ~((unsigned int)255 << 23)) | ((unsigned int)(127 + n) << 23));
  return y * v.value;
}

ALIAS(scalbnf, ldexpf);

float scalblnf(float x, long n) {
  float y = x;
  for (int i = 0; i < 2 && n > 127; i++) {
    y *= 0x1p127f;
    n -= 127;
  }
  for (int i = 0; i < 2 && n < 1 - 127; i++) {
    y *= 0x1p-102f;
    n += 127 - 1 - 24;
  }
  if (n > 127) n = 127;
  if (n < 1 - 127) n = 1 - 127;
  union {
    float value;
    unsigned int word;
  } v = {0};
  v.value = 1;
  v.word = (unsigned int)((v.word & ~((unsigned int)255 << 23)) | ((unsigned int)(127 + n) << 23));
  return y * v.value;
}

float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  if (x != x) return x + x;
  if (x - x != 0) return __builtin_copysignf(0, x);
  return __builtin_copysignf(x - *whole, x);
}

float fdimf(float x, float y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}

double frexp(double x, int *e) {
  union {
    double value;
    unsigned long long word;
  } v = {0};
  v.value = x;
  int k = v.word >> 52 & 2047;
  if (k == 2047) {
    int any = 0;
    __coveriflow_any(any, "frexp");
    *e = any;
    return x + x;
  }
  if (x == 0) {
    *e = 0;
    return x + x;
  }
  int lower = 0;
  if (k == 0) {
    v.value = x * 0x1p54;
    lower = 54;
    k = v.word >> 52 & 2047;
  }
  *e = k - lower - (1023 - 1);
  v.word = (unsigned long long)((v.word & ~((unsigned long long)2047 << 52)) | ((unsigned long long)(1023 - 1) << 52));
  return v.value;
}

/* The exponent of a number that is neither zero nor infinite. */
int __coveriflow_exponent(double x) {
  union {
    double value;
    unsigned long long word;
  } v = {0};
  v.value = x;
  int k = v.word >> 52 & 2047;
  if (k) return k - 1023;
  v.value = x * 0x1p54;
  return (v.word >> 52 & 2047) - 54 - 1023;
}

int ilogb(double x) {
  if (x != x || x == 0) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  return __coveriflow_exponent(x);
}

double logb(double x) {
  if (x != x) return x + x;
  if (x == 0) return -1 / __builtin_fabs(x);
  if (x - x != 0) return x * x;
  return (double)__coveriflow_exponent(x);
}

double ldexp(double x, int n) {
  double y = x;
  for (int i = 0; i < 2 && n > 1023; i++) {
    y *= 0x1p1023;
    n -= 1023;
  }
  for (int i = 0; i < 2 && n < 1 - 1023; i++) {
    y *= 0x1p-969;
    n += 1023 - 1 - 53;
  }
  if (n > 1023) n = 1023;
  if (n < 1 - 1023) n = 1 - 1023;
  union {
    double value;
    unsigned long long word;
  } v = {0};
  v.value = 1;
  v.word = (unsigned long long)((v.word & ~((unsigned long long)2047 << 52)) | ((unsigned long long)(1023 + n) << 52));
  return y * v.value;
}

ALIAS(scalbn, ldexp);

double scalbln(double x, long n) {
  double y = x;
  for (int i = 0; i < 2 && n > 1023; i++) {
    y *= 0x1p1023;
    n -= 1023;
  }
  for (int i = 0; i < 2 && n < 1 - 1023; i++) {
    y *= 0x1p-969;
    n += 1023 - 1 - 53;
  }
  if (n > 1023) n = 1023;
  if (n < 1 - 1023) n = 1 - 1023;
  union {
    double value;
    unsigned long long word;
  } v = {0};
  v.value = 1;
  v.word = (unsigned long long)((v.word & ~((unsigned long long)2047 << 52)) | ((unsigned long long)(1023 + n) << 52));
  return y * v.value;
}

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  if (x != x) return x + x;
  if (x - x != 0) return __builtin_copysign(0, x);
  return __builtin_copysign(x - *whole, x);
}

double fdim(double x, double y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}

long double frexpl(long double x, int *e) {
  union {
    long double value;
    struct {
      unsigned long long digits;
      unsigned short word;
    } parts;
  } v = {0};
  v.value = x;
  int k = v.parts.word >> 0 & 32767;
  if (k == 32767) {
    int any = 0;
    __coveriflow_any(any, "frexpl");
    *e = any;
    return x + x;
  }
  if (x == 0) {
    *e = 0;
    return x + x;
  }
  int lower = 0;
  if (k == 0) {
    v.value = x * 0x1p65l;
    lower = 65;
    k = v.parts.word >> 0 & 32767;
  }
  *e = k - lower - (16383 - 1);
  v.parts.word = (unsigned short)((v.parts.word & ~((unsigned short)32767 << 0)) | ((unsigned short)(16383 - 1) << 0));
  return v.value;
}

/* The exponent of a number that is neither zero nor infinite. */
int __coveriflow_exponentl(long double x) {
  union {
    long double value;
    struct {
      unsigned long long digits;
      unsigned short word;
    } parts;
  } v = {0};
  v.value = x;
  int k = v.parts.word >> 0 & 32767;
  if (k) return k - 16383;
  v.value = x * 0x1p65l;
  return (v.parts.word >> 0 & 32767) - 65 - 16383;
}

int ilogbl(long double x) {
  if (x != x || x == 0) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  return __coveriflow_exponentl(x);
}

long double logbl(long double x) {
  if (x != x) return x + x;
  if (x == 0) return -1 / __builtin_fabsl(x);
  if (x - x != 0) return x * x;
  return (long double)__coveriflow_exponentl(x);
}

long double ldexpl(long double x, int n) {
  long double y = x;
  for (int i = 0; i < 2 && n > 16383; i++) {
    y *= 0x1p16383l;
    n -= 16383;
  }
  for (int i = 0; i < 2 && n < 1 - 16383; i++) {
    y *= 0x1p-16318l;
    n += 16383 - 1 - 64;
  }
  if (n > 16383) n = 16383;
  if (n < 1 - 16383) n = 1 - 16383;
  union {
    long double value;
    struct {
      unsigned long long digits;
      unsigned short word;
    } parts;
  } v = {0};
  v.value = 1;
  v.parts.word = (unsigned short)((v.parts.word & ~((unsigned short)32767 << 0)) | ((unsigned short)(16383 + n) << 0));
  return y * v.value;
}

ALIAS(scalbnl, ldexpl);

long double scalblnl(long double x, long n) {
  long double y = x;
  for (int i = 0; i < 2 && n > 16383; i++) {
    y *= 0x1p16383l;
    n -= 16383;
  }
  for (int i = 0; i < 2 && n < 1 - 16383; i++) {
    y *= 0x1p-16318l;
    n += 16383 - 1 - 64;
  }
  if (n > 16383) n = 16383;
  if (n < 1 - 16383) n = 1 - 16383;
  union {
    long double value;
    struct {
      unsigned long long digits;
      unsigned short word;
    } parts;
  } v = {0};
  v.value = 1;
  v.parts.word = (unsigned short)((v.parts.word & ~((unsigned short)32767 << 0)) | ((unsigned short)(16383 + n) << 0));
  return y * v.value;
}

long double modfl(long double x, long double *whole) {
  *whole = __builtin_truncl(x);
  if (x != x) return x + x;
  if (x - x != 0) return __builtin_copysignl(0, x);
  return __builtin_copysignl(x - *whole, x);
}

long double fdiml(long double x, long double y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0;
}
