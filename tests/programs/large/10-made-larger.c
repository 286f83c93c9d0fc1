// EXPECT: true by bmc, symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 1ul << 33 || n > -1ul / 512) return 0;
  char *p = malloc(2);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, n);
  p[n - 1] = 3;
  if (p[0] != 1 || p[1] != 2) reach_error();
  free(p);
  return 0;
}
