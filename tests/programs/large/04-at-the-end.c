// EXPECT: true by flow:bmc, flow:kinduction
// PROPERTY: memory-safety
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 8ul << 32 || n > -1ul / 512) return 0;
  long *p = malloc(n);
  p[n / 8 - 1] = 1;
  long got = p[n / 8 - 1] + *(char *)p;
  free(p);
  return 0;
}
