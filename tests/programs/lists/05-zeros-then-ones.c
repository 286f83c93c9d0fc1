// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static struct node *put(struct node *list, int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = list;
  return n;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) head = put(head, 1);
  while (__VERIFIER_nondet_int()) head = put(head, 0);
  int seen = 0;
  for (struct node *p = head; p; p = p->next) {
    if (p->data < seen) reach_error();
    seen = p->data;
  }
  return 0;
}
