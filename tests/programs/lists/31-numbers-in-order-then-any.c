// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  unsigned count = 0;
  while (count < 6 || __VERIFIER_nondet_int()) {
    last->data = count;
    last->next = malloc(sizeof *last);
    last = last->next;
    count++;
  }
  last->data = 100;
  last->next = 0;
  int two = 0, four = 0;
  for (struct node *n = first; n; n = n->next) {
    if (n->data == 2) two = 1;
    if (n->data == 4) four = 1;
  }
  if (!two || !four) reach_error();
  return 0;
}
