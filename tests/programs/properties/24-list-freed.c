// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: memory-safety,memory-cleanup
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *first = 0;
  for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
    struct node *new = malloc(sizeof *new);
    new->next = first;
    first = new;
  }
  while (first) {
    struct node *next = first->next;
    free(first);
    first = next;
  }
  return 0;
}
