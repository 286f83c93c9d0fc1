// EXPECT: false by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0;
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = i == 3 ? 8 : 7;
    n->next = head;
    head = n;
    if (i < 4) i++;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->data != 7) reach_error();
  return 0;
}
