/* Sorting and searching (C11 7.22.5). */

#include "model.h"

void qsort(void *base, size_t count, size_t size, int (*compare)(void *, void *)) {
  __coveriflow_chosen(
      "no result depends on which elements qsort compares, how often, or how it orders those that compare equal");
  unsigned char *a = base;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (size_t k = 0; k < size; k++) {
        unsigned char c = a[j * size + k];
        a[j * size + k] = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = c;
      }
}

void *bsearch(void *key, void *base, size_t count, size_t size, int (*compare)(void *, void *)) {
  __coveriflow_chosen(
      "no result depends on which elements bsearch compares, or which one of several that match it finds");
  unsigned char *a = base;
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(key, a + middle * size);
    if (order == 0) return a + middle * size;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}
