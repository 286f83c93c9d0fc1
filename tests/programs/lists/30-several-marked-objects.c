// EXPECT: false by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *first = 0, *n;
  int marked = 0;
  while (__VERIFIER_nondet_int()) {
    n = malloc(sizeof *n);
    n->data = 0;
    if (marked < 2 && __VERIFIER_nondet_int()) { n->data = 7; marked++; }
    n->next = first;
    first = n;
  }
  int found = 0;
  for (n = first; n; n = n->next) if (n->data == 7) { if (found) reach_error(); found = 1; }
  return 0;
}
