// EXPECT: true by shape
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *next, *previous; };
struct item { int data; struct link link; };
static struct item *item_of(struct link *l) {
  return (struct item *)((char *)l - sizeof(long));
}
static void add(struct link *new, struct link *list) {
  new->next = list->next;
  new->previous = list;
  list->next->previous = new;
  list->next = new;
}
static void leave(struct link *l) {
  l->previous->next = l->next;
  l->next->previous = l->previous;
}
int main(void) {
  struct link list;
  list.next = list.previous = &list;
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->data = 5;
    add(&i->link, &list);
  }
  for (struct link *l = list.next; l != &list; l = l->next)
    if (item_of(l)->data != 5) reach_error();
  while (list.next != &list) {
    struct item *i = item_of(list.next);
    leave(&i->link);
    free(i);
  }
  if (list.previous != &list) reach_error();
  return 0;
}
