// EXPECT: false by flow:bmc
// PROPERTY: memory-safety
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 2 || n > -1ul / 512) return 0;
  char *p = malloc(n);
  free(p + n / 2);
  return 0;
}
