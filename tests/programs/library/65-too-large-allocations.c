// EXPECT: returns 0
// INPUTS: -2 -7 -16
// HIDDEN: 0
typedef __typeof__(sizeof(int)) size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *aligned_alloc(size_t, size_t); int posix_memalign(void **, size_t, size_t);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int main(void) {
  size_t n = __VERIFIER_nondet_long(), m = __VERIFIER_nondet_long(), k = __VERIFIER_nondet_long();
  char *old = malloc(4);
  void *other = &n;
  old[3] = 7;
  if (malloc(n) || calloc(n, 1) || calloc(n / 4, 8) || aligned_alloc(16, k)) reach_error();
  if (realloc(old, m) || old[3] != 7) reach_error();
  if (posix_memalign(&other, 16, n) != 12 || other != &n) reach_error();
  free(old);
  return 0;
}
