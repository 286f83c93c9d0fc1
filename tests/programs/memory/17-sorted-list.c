// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);
struct list { int value; struct list *next; };
int main(void) {
  struct list *head = 0;
  for (int i = 0; i < 3; i++) {
    struct list *x = malloc(sizeof *x), **p = &head;
    x->value = __VERIFIER_nondet_int();
    while (*p && (*p)->value < x->value) p = &(*p)->next;
    x->next = *p;
    *p = x;
  }
  for (struct list *p = head; p->next; p = p->next) if (p->value > p->next->value) reach_error();
  return 0;
}
