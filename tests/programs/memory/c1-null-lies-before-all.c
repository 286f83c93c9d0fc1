// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a, *p = __VERIFIER_nondet_int() ? malloc(4) : &a, *q = 0;
  if (!p) {
    return 0;
  }
  if (!(q < p) || p <= q || p < q || !(p > q)) {
    reach_error();
  }
  return 0;
}
