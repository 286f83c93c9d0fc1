/* Functions on bytes and strings that come from BSD and are none of C11's (glibc's manual, 5). */

#include "model.h"

void bzero(void *s, size_t n) {
  unsigned char *p = s;
  for (size_t i = 0; i < n; i++) p[i] = 0;
}

void bcopy(void *s, void *d, size_t n) {
  unsigned char *p = d, *q = s;
  int within = 0;
  for (size_t i = 1; i < n; i++) within |= p == q + i;
  if (within) {
    for (size_t i = n; i > 0; i--) p[i - 1] = q[i - 1];
  } else {
    for (size_t i = 0; i < n; i++) p[i] = q[i];
  }
}

int __coveriflow_bcmp(void *a, void *b, size_t n) {
  unsigned char *p = a, *q = b;
  if (n && __coveriflow_asks_accesses()) (void)(p[n - 1] | q[n - 1]);
  for (size_t i = 0; i < n; i++) {
    if (p[i] != q[i]) return 1;
  }
  return 0;
}

int bcmp(void *a, void *b, size_t n) {
  int sign = __coveriflow_bcmp(a, b, n), found = 0;
  if (sign) {
    __coveriflow_any(found, "bcmp");
    __coveriflow_assumed(found != 0);
  }
  return found;
}

char *index(char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return s;
    if (!*s) return 0;
  }
}

char *rindex(char *s, int c) {
  char *r = 0;
  for (;; s++) {
    if (*s == (char)c) r = s;
    if (!*s) return r;
  }
}

int __coveriflow_strcasecmp(char *a, char *b) {
  for (size_t i = 0;; i++) {
    int c = (unsigned char)a[i], d = (unsigned char)b[i];
    c += 32 * (c >= 'A' && c <= 'Z');
    d += 32 * (d >= 'A' && d <= 'Z');
    if (c != d || !c) return c - d;
  }
}

int strcasecmp(char *a, char *b) {
  int sign = __coveriflow_strcasecmp(a, b), found = 0;
  if (sign) {
    __coveriflow_any(found, "strcasecmp");
    __coveriflow_assumed(found != 0 && (found < 0) == (sign < 0));
  }
  return found;
}

int __coveriflow_strncasecmp(char *a, char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int c = (unsigned char)a[i], d = (unsigned char)b[i];
    c += 32 * (c >= 'A' && c <= 'Z');
    d += 32 * (d >= 'A' && d <= 'Z');
    if (c != d || !c) return c - d;
  }
  return 0;
}

int strncasecmp(char *a, char *b, size_t n) {
  int sign = __coveriflow_strncasecmp(a, b, n), found = 0;
  if (sign) {
    __coveriflow_any(found, "strncasecmp");
    __coveriflow_assumed(found != 0 && (found < 0) == (sign < 0));
  }
  return found;
}

char *strsep(char **rest, char *w) {
  char *start = *rest;
  if (!start) return 0;
  for (char *s = start; *s; s++)
    for (size_t i = 0; w[i]; i++)
      if (w[i] == *s) {
        *s = 0;
        *rest = s + 1;
        return start;
      }
  *rest = 0;
  return start;
}
