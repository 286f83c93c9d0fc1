// EXPECT: returns 25
struct node {
  int v, w;
  struct node *next;
};
static int length(const struct node *n) {
  int found = 0;
  for (; n; n = n->next)
    found++;
  return found;
}
static int own(int n) {
  int a[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[3];
}
static int set(struct node *n) {
  n->w = 4;
  return 1;
}
static int put(int *p) {
  *p = 6;
  return 1;
}
int main(void) {
  int a[3] = {1, 2, 3}, x = 0, y = 5, i = 1, *p = a, *q = a + 1, *r = &x;
  struct node last = {2, 0, 0}, first = {1, 0, &last}, *n = &first;
  int s = *p + *q;
  s += a[i] + own(4);
  s += n->v + length(n);
  s += n->v + set(n);
  s += y + put(r);
  s += own(3) + own(4) * length(n);
  return s;
}
