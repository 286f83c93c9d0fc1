// EXPECT: true by flow:default cpu=20
// PROPERTY: valid-deref
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), i;
  if (n < 1 || n > -1ul / 512) return 0;
  char *p = malloc(n);
  for (i = 0; i < n; i++) p[i] = 1;
  for (i = n; i > 0; i--) p[i - 1] = p[n - i];
  return 0;
}
