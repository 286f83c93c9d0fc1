// EXPECT: true by bmc, symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 1ul << 44 || n >= 1ul << 60) return 0;
  long *p = calloc(n, sizeof *p);
  reach_error();
  return 0;
}
