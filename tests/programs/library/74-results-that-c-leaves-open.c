// EXPECT: returns 0
// HIDDEN: -3 2 120 121 0 17 1 0
// ASSUMES: the program stays in the locale C; a call of vsnprintf that fails leaves a text that ends
// GCC: no
/* A call that fails gives any negative number, and leaves a part of the text. */
typedef __typeof__(sizeof(int)) size_t;
extern int vsnprintf(char *, size_t, const char *, __builtin_va_list);
extern double frexp(double, int *);
extern char *setlocale(int, const char *);
static int into(char *b, size_t n, const char *f, ...) {
  __builtin_va_list given;
  __builtin_va_start(given, f);
  int k = vsnprintf(b, n, f, given);
  __builtin_va_end(given);
  return k;
}
int main(void) {
  char text[4] = "abc";
  if (into(text, 4, "%s", "x") != -3 || text[0] != 120 || text[1] != 121 || text[2] != 0) return 1;
  if (!__atomic_is_lock_free(8, 0) || __atomic_is_lock_free(16, 0)) return 2;
  int exponent = 0;
  if (frexp(__builtin_inf(), &exponent) <= 0 || exponent != 17) return 3;
  return setlocale(0, 0) != 0;
}
