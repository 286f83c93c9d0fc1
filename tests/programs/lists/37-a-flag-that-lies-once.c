// EXPECT: any by shape; false by bmc
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct inner { int x; };
struct node { int flag; struct inner *inner; struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->inner = malloc(sizeof(struct inner));
    if (__VERIFIER_nondet_int()) {
      n->flag = 1;
      n->inner->x = 1;
    } else {
      n->flag = 0;
      n->inner->x = 0;
    }
    n->next = list;
    list = n;
  }
  if (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->inner = malloc(sizeof(struct inner));
    n->flag = 0;
    n->inner->x = 1;
    n->next = 0;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->flag != n->inner->x) reach_error();
  return 0;
}
