// EXPECT: false by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int *own; struct node *next; };
int main(void) {
  struct node *list = 0;
  int *shared = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!shared || __VERIFIER_nondet_int()) shared = malloc(sizeof *shared);
    *shared = 1;
    n->own = shared;
    n->next = list;
    list = n;
  }
  if (!list || !list->next) return 0;
  *list->own = 2;
  if (*list->next->own == 2) reach_error();
  return 0;
}
