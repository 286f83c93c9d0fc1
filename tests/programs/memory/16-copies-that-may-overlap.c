// EXPECT: true by bmc assuming no copying between objects that overlap; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); void *memcpy(void *d, const void *s, unsigned long n);
int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memcpy(a + n, a, 4 * sizeof(int));
  if (a[n] != 1 || a[n + 3] != 4) reach_error();
  return 0;
}
