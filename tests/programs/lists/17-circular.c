// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->data = 2;
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 2;
    n->next = ring->next;
    ring->next = n;
  }
  struct node *p = ring;
  do {
    if (p->data != 2) reach_error();
    p = p->next;
  } while (p != ring);
  return 0;
}
