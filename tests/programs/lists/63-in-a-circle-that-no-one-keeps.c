// EXPECT: false by flow:shape because memory; any by flow:staged cpu=10
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
static struct node *one;
int main(void) {
  one = malloc(sizeof *one);
  if (!one) return 1;
  one->next = malloc(sizeof *one);
  if (!one->next) return 1;
  one->next->next = one;
  one = 0;
  return 0;
}
