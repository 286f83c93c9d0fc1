// EXPECT: true by bmc, flow:default
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
static int memory1 = 5, extent1 = 6, extents[4];
struct s {
  int a, b;
};
static void set(int *p, int i, int v) { p[i] = v; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct s *p = malloc(sizeof(struct s)), *q = malloc(sizeof(struct s));
  if (!p || !q || n < 0 || n > 3) return 0;
  p->a = n;
  q->b = 3;
  (n > 3 ? p : q)->a = 8;
  memory1 = n;
  set(extents, n, 3);
  if (memory1 != n || extent1 != 6 || p->a != n || q->a != 8 || extents[n] != 3) reach_error();
  return 0;
}
