// EXPECT: returns 0
// ASSUMES: no result depends on which elements bsearch compares, or which one of several that match it finds; no result depends on which elements qsort compares, how often, or how it orders those that compare equal
typedef unsigned long size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
static int compared(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int numbers[] = {2, 1, 2, 0}, one = 1;
  qsort(numbers, 4, sizeof *numbers, compared);
  int *found = bsearch(&one, numbers, 4, sizeof *numbers, compared);
  return numbers[0] != 0 || found != numbers + 1 || numbers[3] != 2;
}
