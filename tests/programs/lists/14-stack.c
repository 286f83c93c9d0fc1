// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *below; };
static struct node *top;
static void push(int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->below = top;
  top = n;
}
static int pop(void) {
  struct node *n = top;
  int data = n->data;
  top = n->below;
  free(n);
  return data;
}
int main(void) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int()) {
      int data = __VERIFIER_nondet_int();
      if (data > 0 && data < 10) push(data);
    } else if (top) {
      int data = pop();
      if (data < 1 || data > 9) reach_error();
    }
  return 0;
}
