// EXPECT: true by flow:bmc
// PROPERTY: memory-cleanup
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  char *p = malloc(n), *q = malloc(m);
  free(q);
  free(p);
  return 0;
}
