// EXPECT: true by flow:shape
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
static struct node *tail;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->next = 0;
    n->previous = tail;
    if (tail) tail->next = n;
    tail = n;
  }
  return 0;
}
