// EXPECT: false by flow:shape cpu=31
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->data == 5) {
      free(p);
      break;
    }
  while (head) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
  return 0;
}
