"""Models of functions on memory and strings (C11 7.24, 7.22.3.5, 7.22.5)."""

from __future__ import annotations

from coveriflow.program.library.inline.tested_calls import comparing
from coveriflow.program.syntax.templates import CHOSEN

_SORTS = "no result depends on which elements qsort compares, how often, or how it orders those that compare equal"
_SEARCHES = "no result depends on which elements bsearch compares, or which one of several that match it finds"

STRINGS = {
    "realloc": """void *realloc(void *old, SIZE size) {
  if (old && !size) { free(old); return 0; }
  if (size > (SIZE)-1 / 2) { SETS_ERRNO 12; return 0; }
  unsigned char *p = malloc(size), *q = old;
  if (q) { SIZE before = __coveriflow_usable(old); for (SIZE i = 0; i < size && i < before; i++) p[i] = q[i]; free(q); }
  return p; }""",
    "qsort": f"""void qsort(void *base, SIZE count, SIZE size, int (*compare)(void *, void *)) {{
  {CHOSEN}("{_SORTS}");
  unsigned char *a = base;
  for (SIZE i = 1; i < count; i++)
    for (SIZE j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (SIZE k = 0; k < size; k++) {{
        unsigned char c = a[j * size + k]; a[j * size + k] = a[(j - 1) * size + k]; a[(j - 1) * size + k] = c; }} }}""",
    "bsearch": f"""void *bsearch(void *key, void *base, SIZE count, SIZE size, int (*compare)(void *, void *)) {{
  {CHOSEN}("{_SEARCHES}");
  unsigned char *a = base;
  SIZE low = 0, high = count;
  while (low < high) {{
    SIZE middle = low + (high - low) / 2;
    int order = compare(key, a + middle * size);
    if (order == 0) return a + middle * size;
    if (order < 0) high = middle; else low = middle + 1; }}
  return 0; }}""",
    "memset": """void *memset(void *s, int c, SIZE n) {
  unsigned char *p = s; for (SIZE i = 0; i < n; i++) p[i] = (unsigned char)c; return s; }""",
    "memcpy": """void *memcpy(void *d, void *s, SIZE n) {
  unsigned char *p = d, *q = s; for (SIZE i = 0; i < n; i++) p[i] = q[i]; return d; }""",
    "memmove": """void *memmove(void *d, void *s, SIZE n) {
  unsigned char *p = d, *q = s;
  int within = 0; for (SIZE i = 1; i < n; i++) within |= p == q + i;
  if (within) { for (SIZE i = n; i > 0; i--) p[i - 1] = q[i - 1]; } else { for (SIZE i = 0; i < n; i++) p[i] = q[i]; }
  return d; }""",
    **comparing(
        "memcmp",
        "void *a, void *b, SIZE n",
        """unsigned char *p = a, *q = b;
  for (SIZE i = 0; i < n; i++) { if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1; } return 0;""",
    ),
    **comparing(
        "bcmp",
        "void *a, void *b, SIZE n",
        "unsigned char *p = a, *q = b; for (SIZE i = 0; i < n; i++) { if (p[i] != q[i]) return 1; } return 0;",
    ),
    "__coveriflow_strlen": "SIZE __coveriflow_strlen(char *s) { SIZE n = 0; while (s[n]) n++; return n; }",
    "strlen": """SIZE strlen(char *s) { SIZE n = 0; while (s[n]) n++; return n; }""",
    "strcpy": """char *strcpy(char *d, char *s) { SIZE i = 0; do { d[i] = s[i]; } while (s[i++]); return d; }""",
    "strncpy": """char *strncpy(char *d, char *s, SIZE n) {
  SIZE i = 0; for (; i < n && s[i]; i++) d[i] = s[i]; for (; i < n; i++) d[i] = 0; return d; }""",
    "strcat": """char *strcat(char *d, char *s) {
  SIZE n = 0, i = 0; while (d[n]) n++; do { d[n + i] = s[i]; } while (s[i++]); return d; }""",
    **comparing(
        "strcmp",
        "char *a, char *b",
        """SIZE i = 0; while (a[i] && a[i] == b[i]) i++; return (unsigned char)a[i] - (unsigned char)b[i];""",
    ),
    **comparing(
        "strncmp",
        "char *a, char *b, SIZE n",
        """for (SIZE i = 0; i < n; i++) { if (a[i] != b[i] || !a[i]) return (unsigned char)a[i] - (unsigned char)b[i]; }
  return 0;""",
    ),
    "strchr": """char *strchr(char *s, int c) {
  for (;; s++) { if (*s == (char)c) return s; if (!*s) return 0; } }""",
    "strrchr": """char *strrchr(char *s, int c) {
  char *r = 0; for (;; s++) { if (*s == (char)c) r = s; if (!*s) return r; } }""",
    "strncat": """char *strncat(char *d, char *s, SIZE n) {
  SIZE m = 0, i = 0; while (d[m]) m++; for (; i < n && s[i]; i++) d[m + i] = s[i]; d[m + i] = 0; return d; }""",
    "strnlen": """SIZE strnlen(char *s, SIZE n) { SIZE i = 0; while (i < n && s[i]) i++; return i; }""",
    "memchr": """void *memchr(void *s, int c, SIZE n) {
  unsigned char *p = s; for (SIZE i = 0; i < n; i++) { if (p[i] == (unsigned char)c) return p + i; } return 0; }""",
    "strstr": """char *strstr(char *s, char *w) {
  for (;; s++) { SIZE i = 0; while (w[i] && s[i] == w[i]) i++; if (!w[i]) return s; if (!s[i]) return 0; } }""",
    "strspn": """SIZE strspn(char *s, char *w) {
  SIZE n = 0;
  for (; s[n]; n++) { SIZE i = 0; while (w[i] && w[i] != s[n]) i++; if (!w[i]) return n; } return n; }""",
    "strcspn": """SIZE strcspn(char *s, char *w) {
  SIZE n = 0;
  for (; s[n]; n++) { SIZE i = 0; while (w[i] && w[i] != s[n]) i++; if (w[i]) return n; } return n; }""",
    "strdup": """char *strdup(char *s) {
  SIZE n = 0; while (s[n]) n++; char *d = malloc(n + 1); for (SIZE i = 0; i <= n; i++) d[i] = s[i]; return d; }""",
    "strndup": """char *strndup(char *s, SIZE most) {
  SIZE n = 0; while (n < most && s[n]) n++;
  char *d = malloc(n + 1); for (SIZE i = 0; i < n; i++) d[i] = s[i]; d[n] = 0; return d; }""",
    "strpbrk": """char *strpbrk(char *s, char *w) {
  for (; *s; s++) { for (SIZE i = 0; w[i]; i++) { if (w[i] == *s) return s; } } return 0; }""",
    "strtok_r": """char *strtok_r(char *s, char *w, char **rest) {
  if (!s) s = *rest;
  for (; *s; s++) { SIZE i = 0; while (w[i] && w[i] != *s) i++; if (!w[i]) break; }
  if (!*s) { *rest = s; return 0; }
  char *start = s;
  for (; *s; s++) { SIZE i = 0; while (w[i] && w[i] != *s) i++; if (w[i]) { *s = 0; *rest = s + 1; return start; } }
  *rest = s; return start; }""",
    "strtok": """char *strtok(char *s, char *w) {
  static char *rest;
  if (!s) s = rest;
  for (; *s; s++) { SIZE i = 0; while (w[i] && w[i] != *s) i++; if (!w[i]) break; }
  if (!*s) { rest = s; return 0; }
  char *start = s;
  for (; *s; s++) { SIZE i = 0; while (w[i] && w[i] != *s) i++; if (w[i]) { *s = 0; rest = s + 1; return start; } }
  rest = s; return start; }""",
    "memccpy": """void *memccpy(void *d, void *s, int c, SIZE n) {
  unsigned char *p = d, *q = s;
  for (SIZE i = 0; i < n; i++) { p[i] = q[i]; if (q[i] == (unsigned char)c) return p + i + 1; } return 0; }""",
    "memrchr": """void *memrchr(void *s, int c, SIZE n) {
  unsigned char *p = s; for (SIZE i = n; i > 0; i--) { if (p[i - 1] == (unsigned char)c) return p + i - 1; }
  return 0; }""",
    "mempcpy": """void *mempcpy(void *d, void *s, SIZE n) {
  unsigned char *p = d, *q = s; for (SIZE i = 0; i < n; i++) p[i] = q[i]; return p + n; }""",
    "stpcpy": """char *stpcpy(char *d, char *s) {
  SIZE i = 0; for (; s[i]; i++) d[i] = s[i]; d[i] = 0; return d + i; }""",
    "bzero": """void bzero(void *s, SIZE n) { unsigned char *p = s; for (SIZE i = 0; i < n; i++) p[i] = 0; }""",
    **comparing(
        "strcasecmp",
        "char *a, char *b",
        """for (SIZE i = 0;; i++) {
    int c = (unsigned char)a[i], d = (unsigned char)b[i];
    c += 32 * (c >= 65 && c <= 90); d += 32 * (d >= 65 && d <= 90);
    if (c != d || !c) return c - d; }""",
    ),
    **comparing(
        "strncasecmp",
        "char *a, char *b, SIZE n",
        """for (SIZE i = 0; i < n; i++) {
    int c = (unsigned char)a[i], d = (unsigned char)b[i];
    c += 32 * (c >= 65 && c <= 90); d += 32 * (d >= 65 && d <= 90);
    if (c != d || !c) return c - d; }
  return 0;""",
    ),
    "__VERIFIER_nondet_memory": """void __VERIFIER_nondet_memory(void *s, SIZE n) {
  unsigned char *p = s; for (SIZE i = 0; i < n; i++) p[i] = __VERIFIER_nondet_uchar(); }""",
}
"""Text by name. ``SIZE`` is ``size_t``."""
