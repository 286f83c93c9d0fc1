// EXPECT: true by bmc, symbolic, value, cmc
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  char *p = malloc(1ul << 33), *q = malloc(5000000000);
  p[(1ul << 33) - 1] = 3;
  q[4999999999] = 4;
  p[0] = 5;
  if (p[(1ul << 33) - 1] != 3 || q[4999999999] != 4) reach_error();
  free(p);
  free(q);
  malloc(1ul << 62);
  reach_error();
  return 0;
}
