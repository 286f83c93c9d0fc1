// EXPECT: false by flow:bmc, flow:kinduction
// PROPERTY: valid-deref
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > -1ul / 512) return 0;
  char *p = malloc(n), *q = malloc(n);
  q[n] = 1;
  return 0;
}
