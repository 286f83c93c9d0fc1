// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); typedef __typeof__(sizeof(int)) size; void *aligned_alloc(size, size); int posix_memalign(void **, size, size); void free(void *);
int main(void) {
  void *p; int *q = aligned_alloc(16, 32);
  if (posix_memalign(&p, 3, 8) != 22 || posix_memalign(&p, 64, 8)) reach_error();
  *(int *)p = 4; free(p);
  if (!q) reach_error();
  q[7] = 1; if (q[7] != 1) reach_error();
  return 0;
}
