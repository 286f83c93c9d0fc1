// EXPECT: unknown by shape because where a write through this pointer goes (21-array-of-lists.c, line 13
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { int data; struct node *next; };
static struct node *table[4];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    struct node **list = &table[__VERIFIER_nondet_uint() % 4];
    *list = n;
  }
  for (struct node *p = table[0]; p; p = p->next)
    if (p->data != 0) reach_error();
  return 0;
}
