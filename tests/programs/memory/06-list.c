// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); void *malloc(unsigned long); void free(void *); extern int __VERIFIER_nondet_int(void);
struct list { int value; struct list *next; };
struct list *push(struct list *head, int value) {
  struct list *x = malloc(sizeof *x);
  x->value = value;
  x->next = head;
  return x;
}
int main(void) {
  struct list *head = 0;
  int n = __VERIFIER_nondet_int(), length = 0;
  if (n < 1 || n > 2) return 0;
  for (int i = 0; i < n; i++) head = push(head, i);
  for (struct list *p = head; p; p = p->next) {
    if (p->value != n - 1 - length) reach_error();
    length++;
  }
  if (length != n) reach_error();
  return 0;
}
