// EXPECT: returns 0
// HIDDEN: 4 49 46 50 53 6 32 49 101 43 48 50 3 48 120 49 5 49 46
// GCC: no
typedef __typeof__(sizeof(int)) size_t;
extern int snprintf(char *, size_t, const char *, ...), sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
extern void reach_error(void);
static double x = 1.25;
int main(void) {
  static char text[40], small[4];
  if (snprintf(text, sizeof text, "<%.2f|%6e>", x, 100.0) != 13 || strcmp(text, "<1.25| 1e+02>")) reach_error();
  if (sprintf(text, "%p", (void *)text) != 3 || strcmp(text, "0x1")) reach_error();
  if (snprintf(small, sizeof small, "[%g]", x) != 7 || strcmp(small, "[1.")) reach_error();
  if (sprintf(text, "%*d|%-*d|%*d|", 4, 7, 3, 8, -3, 9) != 13 || strcmp(text, "   7|8  |9  |")) reach_error();
  if (sprintf(text, "%.*s|%.*s|%*.*x", 2, "abc", -1, "de", 5, 3, 10u) != 11 || strcmp(text, "ab|de|  00a")) reach_error();
  return 0;
}
