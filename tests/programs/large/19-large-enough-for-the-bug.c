// EXPECT: false by flow:bmc, flow:symbolic
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 2) return 0;
  long *a = malloc(n * sizeof(long));
  if (n > -1ul / 1024) return 0;
  a[0] = n;
  long sum = a[0] * 3 + 5;
  if (sum % 1000 == 77 && n > 1 << 20) {
    a[n - 1] = 0;
    if (a[0] == n) reach_error();
  }
  return 0;
}
