// EXPECT: false by bmc, value; any by cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(size_t);
int main(void) {
  void *p = malloc((size_t)-2);
  if (!p) reach_error();
  return 0;
}
