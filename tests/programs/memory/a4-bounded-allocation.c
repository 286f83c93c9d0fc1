// EXPECT: true by bmc assuming nothing; any by value, cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void); extern unsigned short __VERIFIER_nondet_ushort(void); void *malloc(size_t);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  char *p = malloc(n * 4 + 1);
  if (!p) reach_error();
  p[n] = 1;
  if (p[n] != 1) reach_error();
  return 0;
}
