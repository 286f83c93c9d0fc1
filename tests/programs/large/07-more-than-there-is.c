// EXPECT: true by bmc, symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 1ul << 47 || n > -1ul / 2) return 0;
  char *p = malloc(n);
  reach_error();
  return 0;
}
