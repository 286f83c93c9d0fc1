// EXPECT: false by flow:shape because memory; any by flow:staged cpu=10
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->next = head;
    head = n;
  }
  if (head && head->next) exit(0);
  return 0;
}
