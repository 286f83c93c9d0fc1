// EXPECT: false by flow:shape because memory
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (head && head->next) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
  return 0;
}
