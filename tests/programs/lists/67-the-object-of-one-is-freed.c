// EXPECT: false by flow:shape because freed
// PROPERTY: valid-deref
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
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
    n->inner->x = 7;
    free(n->inner);
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->inner && n->inner->x != 7) return 1;
  return 0;
}
