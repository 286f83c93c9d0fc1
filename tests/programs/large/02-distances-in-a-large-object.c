// EXPECT: true by bmc; true by symbolic, cmc; any by value
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < 1ul << 34 || n > -1ul / 512) return 0;
  char *p = malloc(n), *end = p + n, *last = &p[n - 1], *far = p + (1ul << 33);
  if (end - p != n) reach_error();
  if (last - far < 1l << 33) {
    if (n > 1ul << 34) reach_error();
  }
  if (!(p < far && far < end && last < end && far <= last)) reach_error();
  if (end == p || far == p) reach_error();
  return 0;
}
