// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *first = 0, *last = 0;
  int turn = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = turn ? 2 : 1;
    n->next = 0;
    turn = !turn;
    if (last) last->next = n; else first = n;
    last = n;
  }
  struct node *odd = 0, *even = 0, *n = first;
  turn = 0;
  while (n) {
    struct node *next = n->next;
    if (turn) { n->next = even; even = n; } else { n->next = odd; odd = n; }
    turn = !turn;
    n = next;
  }
  for (n = odd; n; n = n->next) if (n->data != 1) reach_error();
  for (n = even; n; n = n->next) if (n->data != 2) reach_error();
  return 0;
}
