// EXPECT: true by flow:shape cpu=31
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next, *previous; };
int main(void) {
  struct node *head = 0, *tail = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 1;
    n->next = 0;
    n->previous = tail;
    if (tail) tail->next = n;
    else head = n;
    tail = n;
  }
  struct node *p = head;
  while (p && __VERIFIER_nondet_int()) p = p->next;
  if (p) {
    if (p->previous) p->previous->next = p->next;
    else head = p->next;
    if (p->next) p->next->previous = p->previous;
    else tail = p->previous;
    free(p);
  }
  while (tail) {
    struct node *before = tail->previous;
    free(tail);
    tail = before;
  }
  return 0;
}
