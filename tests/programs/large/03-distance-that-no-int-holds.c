// EXPECT: false by bmc, symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 1) return 0;
  char *p = malloc(n);
  if (!p) return 0;
  unsigned distance = &p[n - 1] - p;
  if (distance != n - 1) reach_error();
  return 0;
}
