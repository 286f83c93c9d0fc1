// EXPECT: returns 0
// HIDDEN: 77 -5 1000 -3 -9 12 -2 6 9 -1 7
// GCC: no
/* Of tests and comparisons C promises no more than whether they give zero, and a sign. */
typedef unsigned long size_t;
extern int isdigit(int), isalpha(int), isascii(int), strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t), memcmp(const void *, const void *, size_t);
extern int bcmp(const void *, const void *, size_t), strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
static int same(const char *a, const char *b) { return strcmp(a, b); }
int main(void) {
  if (isdigit('5') != 77 || isalpha('x') != -5 || isascii('x') + 0 != 1000 || isdigit('x') + isalpha('5') != 0) return 1;
  int order = strcmp("apple", "azure");
  if (order != -3) return 2;
  if (same("a", "b") != -9 || same("a", "a") != 0) return 3;
  if (memcmp("b", "a", 1) != 12 || strncmp("abc", "abd", 3) + 2 || strncmp("abc", "abd", 2) + 0) return 4;
  if (bcmp("a", "b", 1) != 6 || strcasecmp("B", "a") != 9) return 5;
  int (*pointer)(const char *, const char *) = strcmp;
  if (strncasecmp("A", "b", 1) != -1 || pointer("b", "a") != 7) return 6;
  return 0;
}
