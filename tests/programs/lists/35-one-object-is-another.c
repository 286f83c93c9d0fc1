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
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->inner = malloc(sizeof(struct inner));
    n->inner->x = 8;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->inner && n->inner->x != 7) reach_error();
  return 0;
}
