// EXPECT: returns 908
extern void *malloc(unsigned long); extern void free(void *); 
struct node { int v; struct node *next; };
struct node *push(struct node *h, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = h; return n; }
struct flex { int n; int a[]; };
int main(void) {
  struct node *h = 0; int s = 0;
  for (int i = 0; i < 10; i++) h = push(h, i);
  struct node **pp = &h; while (*pp) { if ((*pp)->v % 2) { struct node *d = *pp; *pp = d->next; free(d); } else pp = &(*pp)->next; }
  for (struct node *p = h; p; p = p->next) s = s * 3 + p->v;
  while (h) { struct node *n = h->next; free(h); h = n; }
  struct flex *f = malloc(sizeof(struct flex) + 5 * sizeof(int)); f->n = 5;
  for (int i = 0; i < f->n; i++) f->a[i] = i * i;
  for (int i = 0; i < 5; i++) s += *(f->a + i);
  int (*m)[3] = malloc(4 * sizeof *m); for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) m[i][j] = i * j;
  s += m[3][2] + sizeof *m + sizeof **m + sizeof(struct flex);
  free(f); free(m); free(0);
  return s;
}
