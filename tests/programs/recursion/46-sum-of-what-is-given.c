// EXPECT: true by flow:horn cpu=10
// The result is m + n after any number of calls, modulo 2^64.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static long long sum(long long m, long long n) {
  if (n == 0) return m;
  return n > 0 ? sum(m + 1, n - 1) : sum(m - 1, n + 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  long long result = sum(m, n);
  if (m >= 100 && n >= 100 && result < 200) reach_error();
  return 0;
}
