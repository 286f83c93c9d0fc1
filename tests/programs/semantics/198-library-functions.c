// EXPECT: returns 101
// HIDDEN: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// ASSUMES: no result depends on which elements bsearch compares, or which one of several that match it finds; no result depends on which elements qsort compares, how often, or how it orders those that compare equal; the result does not depend on what padding holds in local objects
typedef unsigned long size_t;
extern void *calloc(size_t, size_t), *realloc(void *, size_t), *malloc(size_t); extern void free(void *);
extern void *memset(void *, int, size_t), *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t); extern int memcmp(const void *, const void *, size_t);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern size_t strlen(const char *); extern char *strcpy(char *, const char *), *strchr(const char *, int), *strstr(const char *, const char *), *strcat(char *, const char *); extern int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
struct s { int x; char c; long l; };
int cmp(const void *a, const void *b) { const struct s *p = a, *q = b; return p->x - q->x; }
int n = 7;
int main(void) {
  int *a = calloc(n, sizeof *a), i; for (i = 0; i < n; i++) if (a[i]) return 1;
  for (i = 0; i < n; i++) a[i] = i + 1;
  a = realloc(a, 10 * sizeof *a); if (a[6] != 7) return 2;
  a = realloc(a, 2 * sizeof *a); if (a[1] != 2) return 3;
  int *z = realloc(0, 4); *z = 5; if (*z != 5) return 4; free(z); free(a);
  struct s v[5] = { { 5, 'a', 1 }, { 3, 'b', 2 }, { 4, 'c', 3 }, { 1 }, { 2 } }, w[5], k = { 4 };
  memcpy(w, v, sizeof v); if (w[2].c != 'c' || memcmp(w, v, sizeof v)) return 5;
  qsort(w, 5, sizeof *w, cmp); for (i = 0; i < 5; i++) if (w[i].x != i + 1) return 6;
  struct s *f = bsearch(&k, w, 5, sizeof *w, cmp); if (f - w != 3 || f->c != 'c') return 7;
  memset(&k, 0xff, sizeof k); if (k.x != -1 || k.l != -1) return 8;
  char b[20] = "hello"; memmove(b + 2, b, 6); if (strcmp(b, "hehello")) return 9;
  memmove(b, b + 2, 6); if (strlen(b) != 5 || strchr(b, 'l') - b != 2) return 10;
  strcat(b, " world"); if (strstr(b, "wor") != b + 6 || strstr(b, "x") || strncmp(b, "help", 3)) return 11;
  struct s *cl = calloc(1, sizeof *cl); if (cl->x || cl->l) return 12;
  return strlen(strcpy(b, "abc")) + b[1];
}
