// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static struct node *list(int data) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = head;
    head = n;
  }
  return head;
}
int main(void) {
  struct node *one = list(1), *two = list(2);
  if (one) {
    struct node *last = one;
    while (last->next) last = last->next;
    last->next = two;
  } else
    one = two;
  int most = 1;
  for (struct node *p = one; p; p = p->next) {
    if (p->data < most || p->data > 2) reach_error();
    most = p->data;
  }
  return 0;
}
