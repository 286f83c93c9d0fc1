/* Sorting and searching (C11 7.22.5). */

typedef int comparison(const void *, const void *);

static void merge(byte *items, byte *room, size_t count, size_t size, comparison *compared) {
  if (count < 2) return;
  size_t half = count / 2, left = 0, right = half, at = 0;
  merge(items, room, half, size, compared);
  merge(items + half * size, room, count - half, size, compared);
  for (; left < half && right < count; at++) {
    int takes_right = compared(items + left * size, items + right * size) > 0;
    copy(room + at * size, items + (takes_right ? right++ : left++) * size, size);
  }
  copy(room + at * size, items + left * size, (half - left) * size);
  at += half - left;
  copy(items, room, at * size);
}

/* By merging, which keeps the order of equal elements, as the system's does where it has the memory. */
PUBLIC void qsort(void *items, size_t count, size_t size, comparison *compared) {
  if (count < 2 || !size) return;
  byte *room = allocated(count * size, 16);
  if (!room) __coveriflow_missing();
  merge(items, room, count, size, compared);
  released(room);
}

PUBLIC void *bsearch(const void *wanted, const void *items, size_t count, size_t size, comparison *compared) {
  for (size_t first = 0; first < count;) {
    size_t middle = first + (count - first) / 2;
    const byte *item = (const byte *)items + middle * size;
    int order = compared(wanted, item);
    if (!order) return (void *)item;
    if (order < 0) count = middle;
    else first = middle + 1;
  }
  return NULL;
}
