/* Functions on bytes (C11 7.24, and POSIX's and the GNU library's). Of a comparison's value C promises the sign
   only: the functions `__coveriflow_memcmp` and the like give just this. */

#include "model.h"

void *memset(void *s, int c, size_t n) {
  unsigned char *p = s;
  for (size_t i = 0; i < n; i++) p[i] = (unsigned char)c;
  return s;
}

void *memcpy(void *d, void *s, size_t n) {
  __coveriflow_apart(d, s, n);
  unsigned char *p = d, *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  if (n) p[n - 1] = q[n - 1];
  return d;
}

void *mempcpy(void *d, void *s, size_t n) {
  __coveriflow_apart(d, s, n);
  unsigned char *p = d, *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  if (n) p[n - 1] = q[n - 1];
  return p + n;
}

void *memccpy(void *d, void *s, int c, size_t n) {
  unsigned char *p = d, *q = s;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}

void *memmove(void *d, void *s, size_t n) {
  unsigned char *p = d, *q = s;
  int within = 0;
  for (size_t i = 1; i < n; i++) within |= p == q + i;
  if (within) {
    for (size_t i = n; i > 0; i--) p[i - 1] = q[i - 1];
  } else {
    for (size_t i = 0; i < n; i++) p[i] = q[i];
  }
  return d;
}

/* All of both is there (C11 7.24.1 p2). */
int __coveriflow_memcmp(void *a, void *b, size_t n) {
  unsigned char *p = a, *q = b;
  if (n && __coveriflow_asks_accesses()) (void)(p[n - 1] | q[n - 1]);
  for (size_t i = 0; i < n; i++) {
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  }
  return 0;
}

int memcmp(void *a, void *b, size_t n) {
  int sign = __coveriflow_memcmp(a, b, n), found = 0;
  if (sign) {
    __coveriflow_any(found, "memcmp");
    __coveriflow_assumed(found != 0 && (found < 0) == (sign < 0));
  }
  return found;
}

void *memchr(void *s, int c, size_t n) {
  unsigned char *p = s;
  for (size_t i = 0; i < n; i++) {
    if (p[i] == (unsigned char)c) return p + i;
  }
  return 0;
}

void *memrchr(void *s, int c, size_t n) {
  unsigned char *p = s;
  for (size_t i = n; i > 0; i--) {
    if (p[i - 1] == (unsigned char)c) return p + i - 1;
  }
  return 0;
}

void *rawmemchr(void *s, int c) {
  unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return p;
}

void *memmem(void *s, size_t length, void *t, size_t n) {
  unsigned char *p = s, *q = t;
  for (size_t at = 0; n <= length && at <= length - n; at++) {
    size_t same = 0;
    while (same < n && p[at + same] == q[same]) same++;
    if (same == n) return p + at;
  }
  return 0;
}
