/* Functions on strings (C11 7.24, POSIX, GNU). Of a comparison's value C promises the sign only: the functions
   `__coveriflow_strcmp` and the like give just this. */

#include "model.h"

size_t __coveriflow_strlen(char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strlen(char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(char *s, size_t n) {
  size_t i = 0;
  while (i < n && s[i]) i++;
  return i;
}

char *strcpy(char *d, char *s) {
  size_t i = 0;
  for (; s[i]; i++) d[i] = s[i];
  d[i] = 0;
  return d;
}

char *stpcpy(char *d, char *s) {
  size_t i = 0;
  for (; s[i]; i++) d[i] = s[i];
  d[i] = 0;
  return d + i;
}

char *strncpy(char *d, char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}

char *strcat(char *d, char *s) {
  size_t n = 0, i = 0;
  while (d[n]) n++;
  for (; s[i]; i++) d[n + i] = s[i];
  d[n + i] = 0;
  return d;
}

char *strncat(char *d, char *s, size_t n) {
  size_t m = 0, i = 0;
  while (d[m]) m++;
  for (; i < n && s[i]; i++) d[m + i] = s[i];
  d[m + i] = 0;
  return d;
}

char *strdup(char *s) {
  size_t n = 0;
  while (s[n]) n++;
  char *d = malloc(n + 1);
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  d[n] = 0;
  return d;
}

char *strndup(char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  char *d = malloc(n + 1);
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  d[n] = 0;
  return d;
}

int __coveriflow_strcmp(char *a, char *b) {
  size_t i = 0;
  while (a[i] && b[i] && a[i] == b[i]) i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcmp(char *a, char *b) {
  int sign = __coveriflow_strcmp(a, b), found = 0;
  if (sign) {
    __coveriflow_any(found, "strcmp");
    __coveriflow_assumed(found != 0 && (found < 0) == (sign < 0));
  }
  return found;
}

int __coveriflow_strncmp(char *a, char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!a[i] || !b[i] || a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
  }
  return 0;
}

int strncmp(char *a, char *b, size_t n) {
  int sign = __coveriflow_strncmp(a, b, n), found = 0;
  if (sign) {
    __coveriflow_any(found, "strncmp");
    __coveriflow_assumed(found != 0 && (found < 0) == (sign < 0));
  }
  return found;
}

char *strchr(char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return s;
    if (!*s) return 0;
  }
}

char *strrchr(char *s, int c) {
  char *r = 0;
  for (;; s++) {
    if (*s == (char)c) r = s;
    if (!*s) return r;
  }
}

char *strstr(char *s, char *w) {
  for (;; s++) {
    size_t i = 0;
    while (w[i] && s[i] == w[i]) i++;
    if (!w[i]) return s;
    if (!s[i]) return 0;
  }
}

size_t strspn(char *s, char *w) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (w[i] && w[i] != s[n]) i++;
    if (!w[i]) return n;
  }
  return n;
}

size_t strcspn(char *s, char *w) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (w[i] && w[i] != s[n]) i++;
    if (w[i]) return n;
  }
  return n;
}

char *strpbrk(char *s, char *w) {
  for (; *s; s++) {
    for (size_t i = 0; w[i]; i++) {
      if (w[i] == *s) return s;
    }
  }
  return 0;
}

char *strtok(char *s, char *w) {
  static char *rest;
  if (!s) s = rest;
  for (; *s; s++) {
    size_t i = 0;
    while (w[i] && w[i] != *s) i++;
    if (!w[i]) break;
  }
  if (!*s) {
    rest = s;
    return 0;
  }
  char *start = s;
  for (; *s; s++) {
    size_t i = 0;
    while (w[i] && w[i] != *s) i++;
    if (w[i]) {
      *s = 0;
      rest = s + 1;
      return start;
    }
  }
  rest = s;
  return start;
}

char *strtok_r(char *s, char *w, char **rest) {
  if (!s) s = *rest;
  for (; *s; s++) {
    size_t i = 0;
    while (w[i] && w[i] != *s) i++;
    if (!w[i]) break;
  }
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *start = s;
  for (; *s; s++) {
    size_t i = 0;
    while (w[i] && w[i] != *s) i++;
    if (w[i]) {
      *s = 0;
      *rest = s + 1;
      return start;
    }
  }
  *rest = s;
  return start;
}

char *stpncpy(char *d, char *s, size_t n) {
  size_t i = 0, end;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (end = i; i < n; i++) d[i] = 0;
  return d + end;
}

char *strchrnul(char *s, int c) {
  while (*s && *s != (char)c) s++;
  return s;
}

/* In the C locale. */
char *strcasestr(char *s, char *t) {
  for (;; s++) {
    size_t n = 0;
    for (; t[n]; n++) {
      int a = (unsigned char)s[n], b = (unsigned char)t[n];
      if ((a >= 'A' && a <= 'Z' ? a + 32 : a) != (b >= 'A' && b <= 'Z' ? b + 32 : b)) break;
    }
    if (!t[n]) return s;
    if (!*s) return 0;
  }
}
