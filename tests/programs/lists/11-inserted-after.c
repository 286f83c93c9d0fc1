// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static struct node *made(int data, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = next;
  return n;
}
int main(void) {
  struct node *head = made(0, 0);
  while (__VERIFIER_nondet_int()) head = made(0, head);
  struct node *p = head;
  while (p->next && __VERIFIER_nondet_int()) p = p->next;
  p->next = made(1, p->next);
  int ones = 0;
  for (p = head; p; p = p->next)
    if (p->data) ones++;
  if (ones != 1) reach_error();
  return 0;
}
