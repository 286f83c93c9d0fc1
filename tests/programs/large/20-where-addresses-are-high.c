// EXPECT: true by bmc, symbolic; any by value, cmc
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
struct node { struct node *next; long value; };
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 100 || n > -1ul / 512) return 0;
  char *a = malloc(n), *b = malloc(n), *c = malloc(n), *d = malloc(n), *e = malloc(n), *f = malloc(n), *g = malloc(n);
  long *p = malloc(n), *end = p + 3;
  struct node *x = malloc(n), *y = malloc(n);
  x->next = y;
  y->next = 0;
  x->value = y->value = 3;
  long sum = 0;
  for (long *q = p; q < end; q++) *q = 2;
  for (long *q = p; q != end; q++) sum += *q;
  for (struct node *q = x; q; q = q->next) sum += q->value;
  if (sum != 12) reach_error();
  if (end - p != 3 || (char *)end - (char *)p != 24) reach_error();
  if (&a[n - 1] - a != n - 1 || &g[n - 1] - g != n - 1) reach_error();
  a[n - 1] = 1;
  g[n - 1] = 2;
  *((char *)y + n - 1) = 3;
  if (a[n - 1] + g[n - 1] + *((char *)y + n - 1) != 6) reach_error();
  free(y);
  free(x->next == y ? x : 0);
  free(p);
  return 0;
}
