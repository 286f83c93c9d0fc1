// EXPECT: returns 0
// HIDDEN: 0 1 1 0 1 1 1 0 1
struct node {
  int v;
  struct node *next;
};
struct object {
  int (*f)(struct object *, int);
};
struct pair {
  int x, y;
};
static int one(struct object *o, int x) {
  return 1 + 0 * x + 0 * (o == 0);
}
static int two(struct object *o, int x) {
  return 2 + 0 * x + 0 * (o == 0);
}
static int set(struct object *o) {
  o->f = two;
  return 0;
}
static int pop(struct node **h) {
  int v = (*h)->v;
  *h = (*h)->next;
  return v;
}
static int pair_of(int x, int y) {
  return x * 10 + y;
}
static int three(int x, int y, int z) {
  return x * 100 + y * 10 + z;
}
static int put(int *p) {
  *p = 5;
  return 1;
}
static int *move(int **p) {
  return (*p)++;
}
static struct pair swap(struct pair *p) {
  struct pair s = {p->y, p->x};
  *p = s;
  return s;
}
static int difference(struct pair a, struct pair b) {
  return (a.x - b.x) * 10 + a.y;
}
static int sum(struct pair p) {
  return p.x + p.y;
}
int main(void) {
  struct node b = {2, 0}, a = {1, &b}, *h = &a;
  if (h->v * 10 + pop(&h) != 11)
    return 1;
  h = &a;
  if (pair_of(pop(&h), h->v) != 11)
    return 2;
  h = &a;
  if (three(h->v, 7, pop(&h)) != 271)
    return 3;
  struct object o = {one};
  if (o.f(&o, set(&o)) != 1)
    return 4;
  int x = 1, y = 0, *p = &x;
  p[y] += put(p);
  if (x != 6)
    return 5;
  int s[3] = {0, 0, 0}, *q = s;
  *q = *move(&q) + 3;
  if (s[0] * 10 + s[1] != 3)
    return 6;
  struct pair w = {1, 2};
  if (difference(w, swap(&w)) != 1)
    return 7;
  w.x = 1;
  w.y = 2;
  if (sum(w) * 10 + put(&w.x) != 31)
    return 8;
  h = &a;
  if (pair_of(pop(&h), pop(&h)) != 21)
    return 9;
  return 0;
}
