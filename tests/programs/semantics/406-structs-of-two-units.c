// EXPECT: returns 0
struct list;
struct pair { int a, b; };
typedef struct { struct pair inner; char name[3]; } nameless;
union either { int number; float fraction; };
struct list { struct list *next; struct tree *up; int (*measure)(struct list *, struct pair); unsigned low : 3, high : 5; };
struct other { int a, b; };
extern struct pair swapped(struct pair), global;
extern nameless named(nameless);
extern union either turned(union either);
extern struct list longer(struct list, struct list *);
extern int apply(int (*)(struct pair), nameless (*)(nameless), struct pair (*)(int));
extern struct list *shared;
static int sum(struct pair p) { return p.a + p.b; }
static nameless renamed(nameless n) { n.name[0]++; return n; }
static struct pair pair(int x) { return (struct pair){x, x + 1}; }
static int measured(struct list *l, struct pair p) { return l->low + p.a; }
int main(void) {
  struct pair p = {1, 2}, copy = global, members[2] = {[1] = global}, chosen = {0, 0};
  p = swapped(p);
  if (p.a != 2 || p.b != 1) return 1;
  if (copy.b != 8 || members[1].a != 7) return 2;
  nameless n = {swapped(p), "ab"}, list = {global};
  n = named(n);
  if (n.inner.a != 11 || n.name[1] != 'c' || list.inner.b != 8) return 3;
  union either e = {.number = 5};
  if (turned(e).number != 6) return 4;
  struct list l = {0, 0, measured, 3, 4}, more = longer(l, &l);
  if (more.next != &l || more.high != 5 || more.measure(&more, p) != 5) return 5;
  if (apply(sum, renamed, pair) != 7 + 'b' + 9) return 6;
  chosen = p.a ? global : p;
  if ((chosen = swapped(chosen)).a != 8) return 7;
  if (_Generic(swapped(p), struct other: 1, struct pair: 2) != 2 || _Generic(global, struct pair: 3, default: 4) != 3) return 8;
  return shared->low != 6;
}
