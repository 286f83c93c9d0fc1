// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int() != 0;
    struct node **link = &head;
    while (*link && (*link)->data < n->data) link = &(*link)->next;
    n->next = *link;
    *link = n;
  }
  for (struct node *p = head; p && p->next; p = p->next)
    if (p->data > p->next->data) reach_error();
  return 0;
}
