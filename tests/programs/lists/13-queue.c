// EXPECT: true by flow:shape
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
struct queue { struct node *first, *last; };
static void put(struct queue *q, int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = 0;
  if (q->first) q->last->next = n;
  else q->first = n;
  q->last = n;
}
static int take(struct queue *q) {
  struct node *n = q->first;
  int data = n->data;
  q->first = n->next;
  free(n);
  return data;
}
int main(void) {
  struct queue q = {0, 0};
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int()) put(&q, 4);
    else if (q.first && take(&q) != 4) return 1;
  while (q.first) take(&q);
  return 0;
}
