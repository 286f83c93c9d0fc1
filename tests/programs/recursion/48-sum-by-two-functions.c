// EXPECT: true by flow:horn cpu=10
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned odd(unsigned m, unsigned n);
static unsigned even(unsigned m, unsigned n) { return n ? odd(m + 1, n - 1) : m; }
static unsigned odd(unsigned m, unsigned n) { return n ? even(m + 1, n - 1) : m; }
int main(void) {
  unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (even(m, n) - n != m) reach_error();
  return 0;
}
