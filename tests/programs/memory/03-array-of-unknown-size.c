// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); void *malloc(unsigned long); void free(void *); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int *p = malloc(n * sizeof(int)), s = 0;
  for (int i = 0; i < n; i++) p[i] = i;
  for (int i = 0; i < n; i++) s += p[i];
  if (s > 3) reach_error();
  free(p);
  return 0;
}
