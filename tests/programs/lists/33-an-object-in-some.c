// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *inner; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->inner = 0;
    if (__VERIFIER_nondet_int()) {
      n->inner = malloc(sizeof *n);
      n->inner->next = 0;
      n->inner->inner = 0;
    }
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->inner && (n->inner->inner || n->inner->next)) reach_error();
  return 0;
}
