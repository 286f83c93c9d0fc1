// EXPECT: any by shape; false by bmc
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct inner { int x; };
struct node { struct node *next; struct inner *inner; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->inner = 0;
    if (__VERIFIER_nondet_int()) {
      n->inner = malloc(sizeof(struct inner));
      n->inner->x = 7;
    }
    list = n;
  }
  if (__VERIFIER_nondet_int()) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    struct inner *shared = malloc(sizeof *shared);
    shared->x = 7;
    b->next = 0;
    b->inner = shared;
    a->next = b;
    a->inner = shared;
    list = a;
  }
  if (list && list->next && list->inner && list->next->inner) {
    list->inner->x = 8;
    if (list->next->inner->x == 8) reach_error();
  }
  return 0;
}
