// EXPECT: refused by shape because the analysis of shapes in recursive functions
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static void walk(struct node *p) {
  if (!p) return;
  if (p->data != 1) reach_error();
  walk(p->next);
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 1;
    n->next = head;
    head = n;
  }
  walk(head);
  return 0;
}
