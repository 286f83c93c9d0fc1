// EXPECT: true by shape
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct event { int kind, place; struct event *next; };
int main(void) {
  struct event *list = 0;
  while (__VERIFIER_nondet_int()) {
    int kind = __VERIFIER_nondet_int(), place = __VERIFIER_nondet_int();
    if (kind < 0 || kind > 3 || place < 0 || place > 3) continue;
    if ((kind == 0 && place == 2) || (kind == 1 && place == 3)) continue;
    struct event *e = malloc(sizeof *e);
    e->kind = kind;
    e->place = place;
    e->next = list;
    list = e;
  }
  for (struct event *e = list; e; e = e->next)
    if ((e->kind == 1 && e->place == 3) || (e->kind == 0 && e->place == 2)) reach_error();
  return 0;
}
