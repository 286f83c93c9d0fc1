// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next, *previous; };
int main(void) {
  struct node *first = malloc(sizeof *first), *n = first;
  first->data = 0;
  first->next = first->previous = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *more = malloc(sizeof *more);
    more->data = 0;
    more->next = 0;
    more->previous = n;
    n->next = more;
    n = more;
  }
  n = first;
  while (n->next && __VERIFIER_nondet_int()) n = n->next;
  if (n->next == 0) return 0;
  n->data = 1;
  n->next->data = 2;
  struct node *done = 0;
  for (n = first; n;) {
    struct node *next = n->next;
    n->next = done;
    n->previous = next;
    done = n;
    n = next;
  }
  for (n = done; n; n = n->next)
    if (n->data == 2 && (n->next == 0 || n->next->data != 1)) reach_error();
  return 0;
}
