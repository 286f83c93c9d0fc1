"""Functions of the C library as C text: what they do to memory (C11 7.24). They are added to programs that call them
without defining them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycparser import c_ast

from coveriflow.program.effects import walk

EXIT_HANDLERS = "__coveriflow_run_exit_handlers"
MODELS = {
    "atexit": f"""static struct handler {{ void (*function)(void); struct handler *next; }} *handlers;
int atexit(void (*function)(void)) {{
  struct handler *new = __builtin_malloc(sizeof *new);
  new->function = function; new->next = handlers; handlers = new; return 0; }}
void {EXIT_HANDLERS}(void) {{
  while (handlers) {{ void (*function)(void) = handlers->function; handlers = handlers->next; function(); }} }}""",
    "realloc": """void *realloc(void *old, SIZE size) {
  if (old && !size) { free(old); return 0; }
  unsigned char *p = malloc(size), *q = old;
  if (q) { SIZE before = malloc_usable_size(old); for (SIZE i = 0; i < size && i < before; i++) p[i] = q[i]; free(q); }
  return p; }""",
    "qsort": """void qsort(void *base, SIZE count, SIZE size, int (*compare)(void *, void *)) {
  unsigned char *a = base;
  for (SIZE i = 1; i < count; i++)
    for (SIZE j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (SIZE k = 0; k < size; k++) {
        unsigned char c = a[j * size + k]; a[j * size + k] = a[(j - 1) * size + k]; a[(j - 1) * size + k] = c; } }""",
    "bsearch": """void *bsearch(void *key, void *base, SIZE count, SIZE size, int (*compare)(void *, void *)) {
  unsigned char *a = base;
  SIZE low = 0, high = count;
  while (low < high) {
    SIZE middle = low + (high - low) / 2;
    int order = compare(key, a + middle * size);
    if (order == 0) return a + middle * size;
    if (order < 0) high = middle; else low = middle + 1; }
  return 0; }""",
    "memset": """void *memset(void *s, int c, SIZE n) {
  unsigned char *p = s; for (SIZE i = 0; i < n; i++) p[i] = (unsigned char)c; return s; }""",
    "memcpy": """void *memcpy(void *d, void *s, SIZE n) {
  unsigned char *p = d, *q = s; for (SIZE i = 0; i < n; i++) p[i] = q[i]; return d; }""",
    "memmove": """void *memmove(void *d, void *s, SIZE n) {
  unsigned char *p = d, *q = s;
  if (p < q) { for (SIZE i = 0; i < n; i++) p[i] = q[i]; } else { for (SIZE i = n; i > 0; i--) p[i - 1] = q[i - 1]; }
  return d; }""",
    "memcmp": """int memcmp(void *a, void *b, SIZE n) {
  unsigned char *p = a, *q = b;
  for (SIZE i = 0; i < n; i++) { if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1; } return 0; }""",
    "strlen": """SIZE strlen(char *s) { SIZE n = 0; while (s[n]) n++; return n; }""",
    "strcpy": """char *strcpy(char *d, char *s) { SIZE i = 0; do { d[i] = s[i]; } while (s[i++]); return d; }""",
    "strncpy": """char *strncpy(char *d, char *s, SIZE n) {
  SIZE i = 0; for (; i < n && s[i]; i++) d[i] = s[i]; for (; i < n; i++) d[i] = 0; return d; }""",
    "strcat": """char *strcat(char *d, char *s) {
  SIZE n = 0, i = 0; while (d[n]) n++; do { d[n + i] = s[i]; } while (s[i++]); return d; }""",
    "strcmp": """int strcmp(char *a, char *b) {
  SIZE i = 0; while (a[i] && a[i] == b[i]) i++; return (unsigned char)a[i] - (unsigned char)b[i]; }""",
    "strncmp": """int strncmp(char *a, char *b, SIZE n) {
  for (SIZE i = 0; i < n; i++) { if (a[i] != b[i] || !a[i]) return (unsigned char)a[i] - (unsigned char)b[i]; }
  return 0; }""",
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
}


def defined_name(item: c_ast.Node) -> str | None:
    """The name of a function with a body, or of an object, at file scope."""
    if isinstance(item, c_ast.FuncDef):
        return str(item.decl.name)
    return item.name if isinstance(item, c_ast.Decl) and not isinstance(item.type, c_ast.FuncDecl) else None


def needed_models(trees: Iterable[c_ast.FileAST], size: str) -> Mapping[str, str]:
    """Name and text of the functions that ``trees`` call but do not define; ``size``: what ``size_t`` is."""
    called: set[str] = set()
    defined: set[str | None] = set()
    for tree in trees:
        defined.update(defined_name(item) for item in tree.ext)
        for node in walk(tree):
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                called.add(node.name.name)
    wanted = sorted((called - defined) & MODELS.keys())
    return {name: MODELS[name].replace("SIZE", size) for name in wanted}
