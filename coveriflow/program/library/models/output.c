/* Parts of `sprintf` (C11 7.21.6.1): each writes behind `at` what there is room for, and returns where it ends.
   `flags`: 1 for `-`, 2 for `+`, 4 for a space, 8 for `#`, 16 for `0`. */

#include "model.h"

/* Looks for `%n` in a format that is not written out in the program. */
void __coveriflow_format(char *s) {
  for (; *s; s++)
    if (*s == '%') {
      do s++;
      while (*s && (*s == '-' || *s == '+' || *s == ' ' || *s == '#' || *s == '.' || *s == '*' || *s == '\'' ||
                    *s == '$' || *s == 'h' || *s == 'l' || *s == 'j' || *s == 'z' || *s == 't' || *s == 'L' ||
                    *s == 'q' || *s == 'I' || *s == 'Z' || (*s >= '0' && *s <= '9')));
      if (*s == 'n') __coveriflow_unsupported("an output format with %n");
      if ((*s == 's' || *s == 'S') && __coveriflow_asks_accesses())
        __coveriflow_unsupported("the text that a computed output format reads");
      if (!*s) return;
    }
}

void perror(char *s) {
  if (s && __coveriflow_asks_accesses())
    while (*s) s++;
}

size_t __coveriflow_number(char *s, size_t most, size_t at, unsigned long long n, int minus, int base, int upper,
                           int width, int precision, int flags) {
  char digits[24] = {0};
  int count = 0;
  for (unsigned long long rest = n; rest && count < 24; rest /= base) {
    int digit = (int)(rest % base);
    digits[count] = (char)(digit < 10 ? '0' + digit : (upper ? 55 : 87) + digit);
    count++;
  }
  int zeros = precision > count ? precision - count : precision < 0 && count == 0;
  if ((flags & 8) && base == 8 && zeros == 0) zeros = 1;
  int sign = minus ? '-' : flags & 2 ? '+' : flags & 4 ? ' ' : 0;
  int prefix = (flags & 8) && base == 16 && n ? 2 : 0;
  int length = (sign != 0) + prefix + zeros + count;
  if ((flags & 16) && !(flags & 1) && precision < 0 && width > length) {
    zeros += width - length;
    length = width;
  }
  if (!(flags & 1))
    for (; width > length; width--) {
      if (at + 1 < most) s[at] = (char)' ';
      at++;
    }
  if (sign) {
    if (at + 1 < most) s[at] = (char)sign;
    at++;
  }
  if (prefix) {
    if (at + 1 < most) s[at] = (char)'0';
    at++;
    if (at + 1 < most) s[at] = (char)(upper ? 'X' : 'x');
    at++;
  }
  for (; zeros > 0; zeros--) {
    if (at + 1 < most) s[at] = (char)'0';
    at++;
  }
  for (; count > 0; count--) {
    if (at + 1 < most) s[at] = (char)digits[count - 1];
    at++;
  }
  for (; width > length; width--) {
    if (at + 1 < most) s[at] = (char)' ';
    at++;
  }
  return at;
}

size_t __coveriflow_character(char *s, size_t most, size_t at, int c, int width, int flags) {
  if (!(flags & 1))
    for (; width > 1; width--) {
      if (at + 1 < most) s[at] = (char)' ';
      at++;
    }
  if (at + 1 < most) s[at] = (char)c;
  at++;
  for (; width > 1; width--) {
    if (at + 1 < most) s[at] = (char)' ';
    at++;
  }
  return at;
}

size_t __coveriflow_string(char *s, size_t most, size_t at, char *t, int width, int precision, int flags) {
  int length = 0;
  while ((precision < 0 || length < precision) && t[length]) length++;
  if (!(flags & 1))
    for (; width > length; width--) {
      if (at + 1 < most) s[at] = (char)' ';
      at++;
    }
  for (int i = 0; i < length; i++) {
    if (at + 1 < most) s[at] = (char)t[i];
    at++;
  }
  for (; width > length; width--) {
    if (at + 1 < most) s[at] = (char)' ';
    at++;
  }
  return at;
}

/* A number of which no more is known than that it has a text: as many digits, and those that `precision` says. */
size_t __coveriflow_unknown(char *s, size_t most, size_t at, int digits, int width, int precision) {
  size_t n = 0;
  __coveriflow_any(n, "a number as a text");
  size_t longest = (size_t)digits + 16 + (size_t)(precision < 0 ? 16 : precision);
  __coveriflow_assumed(n >= 1 && n >= (size_t)width && (n <= longest || n == (size_t)width));
  size_t end = at + n;
  for (; at < end && at + 1 < most; at++) {
    char c = 0;
    __coveriflow_any(c, "a number as a text");
    __coveriflow_assumed(c != 0);
    s[at] = c;
  }
  return end;
}
