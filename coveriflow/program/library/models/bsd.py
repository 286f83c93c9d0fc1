"""Models of functions on memory and strings that come from BSD and are none of C11's (glibc's manual, 5 and 3.2)."""

from __future__ import annotations

from typing import Final

PARAMETERS: Final = {"index": 2, "rindex": 2, "bcopy": 3, "bcmp": 3, "strsep": 2, "reallocarray": 3}
"""How many the functions are declared with: programs have functions and variables of their own with these names.
``bcmp`` is modelled with the other comparisons.
"""

BSD: Final = {
    "index": """char *index(char *s, int c) {
  for (;; s++) { if (*s == (char)c) return s; if (!*s) return 0; } }""",
    "rindex": """char *rindex(char *s, int c) {
  char *r = 0; for (;; s++) { if (*s == (char)c) r = s; if (!*s) return r; } }""",
    "bcopy": """void bcopy(void *s, void *d, SIZE n) {
  unsigned char *p = d, *q = s;
  int within = 0; for (SIZE i = 1; i < n; i++) within |= p == q + i;
  if (within) { for (SIZE i = n; i > 0; i--) p[i - 1] = q[i - 1]; }
  else { for (SIZE i = 0; i < n; i++) p[i] = q[i]; } }""",
    "strsep": """char *strsep(char **rest, char *w) {
  char *start = *rest;
  if (!start) return 0;
  for (char *s = start; *s; s++)
    for (SIZE i = 0; w[i]; i++) if (w[i] == *s) { *s = 0; *rest = s + 1; return start; }
  *rest = 0; return start; }""",
    "reallocarray": """void *reallocarray(void *old, SIZE count, SIZE size) {
  if (size && count > (SIZE)-1 / size) { SETS_ERRNO 12; return 0; }
  return realloc(old, count * size); }""",
}
"""Text by name."""
