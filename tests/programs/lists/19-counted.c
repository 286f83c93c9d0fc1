// EXPECT: any by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *new = malloc(sizeof *new);
    new->next = head;
    head = new;
    n++;
  }
  for (struct node *p = head; p; p = p->next) n--;
  if (n) reach_error();
  return 0;
}
