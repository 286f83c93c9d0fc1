// EXPECT: true by bmc; true by symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  if (n < 1 || m < 1 || n > -1ul / 512 || m > -1ul / 512) return 0;
  char *p = malloc(n), *q = malloc(m);
  p[n - 1] = 3;
  q[m - 1] = 4;
  q[0] = 5;
  if (p[n - 1] != 3) reach_error();
  if (p == q) reach_error();
  free(p);
  free(q);
  return 0;
}
