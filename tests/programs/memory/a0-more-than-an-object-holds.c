// EXPECT: true by bmc, value, cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(size_t);
int main(void) {
  char *p = malloc(__VERIFIER_nondet_ulong());
  if (p && !p) reach_error();
  return 0;
}
