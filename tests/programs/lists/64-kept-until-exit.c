// EXPECT: true by flow:shape
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
static struct node *head;
static void leave(void) {
  exit(3);
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->next = head;
    head = n;
    if (__VERIFIER_nondet_int()) leave();
  }
  return 0;
}
