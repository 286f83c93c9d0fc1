// EXPECT: false by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
enum { RED, BLACK };
int main(void) {
  struct node *first = 0;
  int red = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    int colour = __VERIFIER_nondet_int() ? RED : BLACK;
    if (colour == RED && red == 3) colour = BLACK;
    if (colour == RED) red++;
    n->data = colour;
    n->next = first;
    first = n;
  }
  for (struct node *n = first; n && n->next; n = n->next)
    if (n->data == RED && n->next->data == RED) reach_error();
  return 0;
}
