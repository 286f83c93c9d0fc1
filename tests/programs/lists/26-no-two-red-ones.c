// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next, *previous; };
enum { RED, BLACK };
static struct node *after(struct node *last, int colour) {
  struct node *n = malloc(sizeof *n);
  n->data = colour;
  n->next = 0;
  n->previous = last;
  if (last) last->next = n;
  return n;
}
int main(void) {
  struct node *first = after(0, BLACK), *last = first;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) last = after(last, RED);
    last = after(last, BLACK);
  }
  for (struct node *n = first; n; n = n->next)
    if (n->data == RED && (n->next->data != BLACK || n->previous->data != BLACK)) reach_error();
  return 0;
}
