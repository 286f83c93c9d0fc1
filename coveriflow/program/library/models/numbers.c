/* Functions that turn text into numbers (C11 7.22.1), in the C locale and exactly for integers. `22` is `EINVAL`,
   `34` is `ERANGE`; `c - 87` is the digit that a small letter stands for, `c - 55` that of a capital one. */

#include "model.h"

long strtol(char *s, char **end, int base) {
  char *p = s;
  if (base < 0 || base == 1 || base > 36) {
    SETS_ERRNO(22);
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  int minus = *p == '-', found = 0, over = 0;
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
    if ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') || (p[2] >= 'A' && p[2] <= 'F')) {
      p += 2;
      base = 16;
    }
  }
  if (base == 0) base = *p == '0' ? 8 : 10;
  unsigned long n = 0, most = (((unsigned long)-1) >> 1) + (unsigned long)minus;
  for (;;) {
    int c = *p;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    int digit = c <= '9' ? c - '0' : c >= 'a' ? c - 87 : c - 55;
    if (digit >= base) break;
    found = 1;
    over = over || n > (most - (unsigned long)digit) / (unsigned long)base;
    n = n * (unsigned long)base + (unsigned long)digit;
    p++;
  }
  if (end) *end = found ? p : s;
  if (over) {
    SETS_ERRNO(34);
    return (long)(minus ? (((unsigned long)-1) >> 1) + 1 : (((unsigned long)-1) >> 1));
  }
  return (long)(minus ? 0 - n : n);
}

ALIAS(__coveriflow_strtol, strtol);

long long strtoll(char *s, char **end, int base) {
  char *p = s;
  if (base < 0 || base == 1 || base > 36) {
    SETS_ERRNO(22);
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  int minus = *p == '-', found = 0, over = 0;
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
    if ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') || (p[2] >= 'A' && p[2] <= 'F')) {
      p += 2;
      base = 16;
    }
  }
  if (base == 0) base = *p == '0' ? 8 : 10;
  unsigned long long n = 0, most = (((unsigned long long)-1) >> 1) + (unsigned long long)minus;
  for (;;) {
    int c = *p;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    int digit = c <= '9' ? c - '0' : c >= 'a' ? c - 87 : c - 55;
    if (digit >= base) break;
    found = 1;
    over = over || n > (most - (unsigned long long)digit) / (unsigned long long)base;
    n = n * (unsigned long long)base + (unsigned long long)digit;
    p++;
  }
  if (end) *end = found ? p : s;
  if (over) {
    SETS_ERRNO(34);
    return (long long)(minus ? (((unsigned long long)-1) >> 1) + 1 : (((unsigned long long)-1) >> 1));
  }
  return (long long)(minus ? 0 - n : n);
}

ALIAS(__coveriflow_strtoll, strtoll);
ALIAS(strtoq, strtoll);
ALIAS(strtoimax, strtoll);

unsigned long strtoul(char *s, char **end, int base) {
  char *p = s;
  if (base < 0 || base == 1 || base > 36) {
    SETS_ERRNO(22);
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  int minus = *p == '-', found = 0, over = 0;
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
    if ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') || (p[2] >= 'A' && p[2] <= 'F')) {
      p += 2;
      base = 16;
    }
  }
  if (base == 0) base = *p == '0' ? 8 : 10;
  unsigned long n = 0, most = ((unsigned long)-1);
  for (;;) {
    int c = *p;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    int digit = c <= '9' ? c - '0' : c >= 'a' ? c - 87 : c - 55;
    if (digit >= base) break;
    found = 1;
    over = over || n > (most - (unsigned long)digit) / (unsigned long)base;
    n = n * (unsigned long)base + (unsigned long)digit;
    p++;
  }
  if (end) *end = found ? p : s;
  if (over) {
    SETS_ERRNO(34);
    return (unsigned long)((unsigned long)-1);
  }
  return (unsigned long)(minus ? 0 - n : n);
}

ALIAS(__coveriflow_strtoul, strtoul);

unsigned long long strtoull(char *s, char **end, int base) {
  char *p = s;
  if (base < 0 || base == 1 || base > 36) {
    SETS_ERRNO(22);
    return 0;
  }
  while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
  int minus = *p == '-', found = 0, over = 0;
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
    if ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') || (p[2] >= 'A' && p[2] <= 'F')) {
      p += 2;
      base = 16;
    }
  }
  if (base == 0) base = *p == '0' ? 8 : 10;
  unsigned long long n = 0, most = ((unsigned long long)-1);
  for (;;) {
    int c = *p;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    int digit = c <= '9' ? c - '0' : c >= 'a' ? c - 87 : c - 55;
    if (digit >= base) break;
    found = 1;
    over = over || n > (most - (unsigned long long)digit) / (unsigned long long)base;
    n = n * (unsigned long long)base + (unsigned long long)digit;
    p++;
  }
  if (end) *end = found ? p : s;
  if (over) {
    SETS_ERRNO(34);
    return (unsigned long long)((unsigned long long)-1);
  }
  return (unsigned long long)(minus ? 0 - n : n);
}

ALIAS(__coveriflow_strtoull, strtoull);
ALIAS(strtouq, strtoull);
ALIAS(strtoumax, strtoull);

int atoi(char *s) {
  return (int)__coveriflow_strtol(s, 0, 10);
}

long atol(char *s) {
  return __coveriflow_strtol(s, 0, 10);
}

long long atoll(char *s) {
  return __coveriflow_strtoll(s, 0, 10);
}

double strtod(char *s, char **end) {
  double found = 0;
  size_t length = 0;
  __coveriflow_any(found, "strtod");
  size_t most = __coveriflow_strlen(s);
  if (end) {
    __coveriflow_any(length, "strtod");
    __coveriflow_assumed(length <= most);
    *end = s + length;
  }
  return found;
}

double __coveriflow_strtod(char *s, char **end) {
  double found = 0;
  size_t length = 0;
  __coveriflow_any(found, "__coveriflow_strtod");
  size_t most = __coveriflow_strlen(s);
  if (end) {
    __coveriflow_any(length, "__coveriflow_strtod");
    __coveriflow_assumed(length <= most);
    *end = s + length;
  }
  return found;
}

float strtof(char *s, char **end) {
  float found = 0;
  size_t length = 0;
  __coveriflow_any(found, "strtof");
  size_t most = __coveriflow_strlen(s);
  if (end) {
    __coveriflow_any(length, "strtof");
    __coveriflow_assumed(length <= most);
    *end = s + length;
  }
  return found;
}

long double strtold(char *s, char **end) {
  long double found = 0;
  size_t length = 0;
  __coveriflow_any(found, "strtold");
  size_t most = __coveriflow_strlen(s);
  if (end) {
    __coveriflow_any(length, "strtold");
    __coveriflow_assumed(length <= most);
    *end = s + length;
  }
  return found;
}

double atof(char *s) {
  return __coveriflow_strtod(s, 0);
}

/* C23 has numbers with the prefix `0b` in base 2, and where the base is told by the prefix. */
static void refuse_binary(char *s, int base) {
  if (base != 0 && base != 2) return;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') s++;
  if (*s == '0' && (s[1] == 'b' || s[1] == 'B') && (s[2] == '0' || s[2] == '1'))
    __coveriflow_unsupported("a text of a number with the prefix 0b");
}

long __isoc23_strtol(char *s, char **end, int base) {
  refuse_binary(s, base);
  return __coveriflow_strtol(s, end, base);
}

long long __isoc23_strtoll(char *s, char **end, int base) {
  refuse_binary(s, base);
  return __coveriflow_strtoll(s, end, base);
}

unsigned long __isoc23_strtoul(char *s, char **end, int base) {
  refuse_binary(s, base);
  return __coveriflow_strtoul(s, end, base);
}

unsigned long long __isoc23_strtoull(char *s, char **end, int base) {
  refuse_binary(s, base);
  return __coveriflow_strtoull(s, end, base);
}
