/* Sets of small numbers as bits, and the lists of CPUs that tools such as
 * taskset take: "0-3,8,10-11".
 *
 * Reads two lists, one a line, and prints their union, their intersection
 * and what only the first one has.
 *
 * -DBUG=1: bitset_new rounds the number of words down.
 * -DBUG=2: the mask of a bit is computed in int.
 */
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CPUS 100
#define WORD_BITS 64
#define LINE_SIZE 16

struct bitset {
  unsigned size; /* in bits */
  unsigned words;
  uint64_t *bits;
};

static bool bitset_init(struct bitset *set, unsigned size) {
  set->size = size;
#if BUG == 1
  set->words = size / WORD_BITS;
#else
  set->words = (size + WORD_BITS - 1) / WORD_BITS;
#endif
  set->bits = calloc(set->words, sizeof *set->bits);
  return set->bits != NULL;
}

static void bitset_release(struct bitset *set) {
  free(set->bits);
  set->bits = NULL;
}

static uint64_t mask_of(unsigned bit) {
#if BUG == 2
  return 1 << (bit % WORD_BITS); /* FAILS: 2 */
#else
  return UINT64_C(1) << (bit % WORD_BITS);
#endif
}

static void bitset_add(struct bitset *set, unsigned bit) {
  set->bits[bit / WORD_BITS] |= mask_of(bit); /* FAILS: 1 */
}

static bool bitset_has(const struct bitset *set, unsigned bit) {
  return (set->bits[bit / WORD_BITS] & mask_of(bit)) != 0; /* FAILS: 1 */
}

static unsigned count_word(uint64_t word) {
  unsigned count = 0;
  while (word) {
    word &= word - 1;
    count++;
  }
  return count;
}

static unsigned bitset_count(const struct bitset *set) {
  unsigned count = 0;
  for (unsigned i = 0; i < set->words; i++) count += count_word(set->bits[i]);
  return count;
}

static void bitset_unite(struct bitset *to, const struct bitset *a, const struct bitset *b) {
  for (unsigned i = 0; i < to->words; i++) to->bits[i] = a->bits[i] | b->bits[i];
}

static void bitset_intersect(struct bitset *to, const struct bitset *a, const struct bitset *b) {
  for (unsigned i = 0; i < to->words; i++) to->bits[i] = a->bits[i] & b->bits[i];
}

static void bitset_subtract(struct bitset *to, const struct bitset *a, const struct bitset *b) {
  for (unsigned i = 0; i < to->words; i++) to->bits[i] = a->bits[i] & ~b->bits[i];
}

static void bitset_print(const char *title, const struct bitset *set) {
  const char *separator = "";
  printf("%s: ", title);
  for (unsigned i = 0; i < set->size; i++) {
    if (!bitset_has(set, i)) continue;
    unsigned last = i;
    while (last + 1 < set->size && bitset_has(set, last + 1)) last++;
    if (last > i)
      printf("%s%u-%u", separator, i, last);
    else
      printf("%s%u", separator, i);
    separator = ",";
    i = last;
  }
  printf(" (%u)\n", bitset_count(set));
}

/* The number at *text, which moves behind it; false if there is none, or if it is too large. */
static bool parse_number(const char **text, unsigned *number) {
  const char *p = *text;
  if (!isdigit((unsigned char)*p)) return false;
  unsigned value = 0;
  while (isdigit((unsigned char)*p)) {
    value = 10 * value + (unsigned)(*p - '0');
    if (value >= MAX_CPUS) return false;
    p++;
  }
  *number = value;
  *text = p;
  return true;
}

static bool parse_list(const char *text, struct bitset *set) {
  for (;;) {
    unsigned first, last;
    if (!parse_number(&text, &first)) return false;
    last = first;
    if (*text == '-') {
      text++;
      if (!parse_number(&text, &last) || last < first) return false;
    }
    for (unsigned i = first; i <= last; i++) bitset_add(set, i);
    if (*text == '\0') return true;
    if (*text != ',') return false;
    text++;
  }
}

static bool read_list(struct bitset *set) {
  char line[LINE_SIZE];
  if (!fgets(line, sizeof line, stdin)) return false;
  line[strcspn(line, "\n")] = '\0';
  return parse_list(line, set);
}

int main(void) {
  struct bitset a = {0}, b = {0}, result = {0};
  int status = EXIT_FAILURE;

  if (!bitset_init(&a, MAX_CPUS) || !bitset_init(&b, MAX_CPUS) || !bitset_init(&result, MAX_CPUS)) goto done;
  if (!read_list(&a) || !read_list(&b)) {
    fprintf(stderr, "expected two lists of numbers below %d\n", MAX_CPUS);
    goto done;
  }
  bitset_unite(&result, &a, &b);
  unsigned in_union = bitset_count(&result);
  bitset_print("union", &result);
  bitset_intersect(&result, &a, &b);
  unsigned in_both = bitset_count(&result);
  bitset_print("intersection", &result);
  bitset_subtract(&result, &a, &b);
  bitset_print("only in the first", &result);
  assert(in_union + in_both == bitset_count(&a) + bitset_count(&b));
  status = EXIT_SUCCESS;

done:
  bitset_release(&a);
  bitset_release(&b);
  bitset_release(&result);
  return status;
}
