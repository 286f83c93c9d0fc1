struct tree;
struct pair { int a, b; };
typedef struct { struct pair inner; char name[3]; } nameless;
union either { float fraction; int number; };
struct list { struct list *next; struct tree *up; int (*measure)(struct list *, struct pair); unsigned low : 3, high : 5; };
struct tree { struct list list; };
struct pair global = {7, 8};
static struct list only = {0, 0, 0, 6, 0};
struct list *shared = &only;
struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }
nameless named(nameless n) { n.inner.a += 10; n.name[1]++; return n; }
union either turned(union either e) { e.number++; return e; }
struct list longer(struct list l, struct list *next) { l.next = next; l.high++; return l; }
int apply(int (*f)(struct pair), nameless (*g)(nameless), struct pair (*h)(int)) {
  struct pair p = {3, 4};
  nameless n = {p, "a"};
  return f(p) + g(n).name[0] + h(4).a + h(4).b;
}
