// EXPECT: true by flow:shape, flow:staged cpu=15
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
static struct node *head;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->name[0] = 0;
    n->count = 1;
    n->next = head;
    head = n;
  }
  return 0;
}
