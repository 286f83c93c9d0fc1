// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *previous; };
int main(void) {
  struct node *head = 0, *tail = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->previous = tail;
    if (tail) tail->next = n;
    else head = n;
    tail = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->next ? p->next->previous != p : p != tail) reach_error();
  for (struct node *p = tail; p; p = p->previous)
    if (p->previous ? p->previous->next != p : p != head) reach_error();
  return 0;
}
