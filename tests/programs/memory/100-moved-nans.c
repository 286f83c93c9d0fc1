// EXPECT: true by value; any by bmc, cmc
/* What allocates again and what sorts moves numbers as a whole: that they have bytes is seen by no one. */
extern void reach_error(void);
void *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int greater(const void *a, const void *b) { return *(const double *)a > *(const double *)b; }
int main(void) {
  double n = __builtin_nan(""), *p = calloc(2, sizeof *p), sorted[2] = {2, n * -1.0};
  if (!p) return 0;
  p[0] = n * -1.0, p[1] = 7;
  p = realloc(p, 4 * sizeof *p);
  if (!p) return 0;
  if (p[0] == p[0] || p[1] != 7) reach_error();
  qsort(sorted, 2, sizeof *sorted, greater);
  if (sorted[0] != 2 || sorted[1] == sorted[1]) reach_error();
  return 0;
}
