// EXPECT: true by value
// Thousands of numbers are known at once: a state costs more than the steps to the next one.
extern void *malloc(unsigned long size);
extern void *memset(void *object, int byte, unsigned long size);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct entry { struct entry *next; unsigned key; };
struct entry **table;
int main(void) {
  unsigned first = __VERIFIER_nondet_int() ? 7 : 0;
  table = malloc(600 * sizeof(struct entry *));
  if (!table) return 0;
  memset(table, 0, 600 * sizeof(struct entry *));
  for (unsigned i = first; i < 100; i++) {
    struct entry *one = malloc(sizeof *one);
    if (!one) return 0;
    unsigned place = (i * 2654435761u) % 600;
    one->key = i;
    one->next = table[place];
    table[place] = one;
  }
  for (unsigned i = first; i < 100; i++) {
    struct entry *one = table[(i * 2654435761u) % 600];
    while (one && one->key != i) one = one->next;
    if (!one) reach_error();
  }
  return 0;
}
