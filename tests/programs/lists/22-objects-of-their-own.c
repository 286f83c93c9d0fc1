// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int *data; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = malloc(sizeof *n->data);
    *n->data = 3;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (*p->data != 3) reach_error();
  return 0;
}
