// EXPECT: false by flow:default cpu=20
// In 32 bits the sum of two large numbers is negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum(int m, int n) {
  if (n == 0) return m;
  return n > 0 ? sum(m + 1, n - 1) : sum(m - 1, n + 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int();
  int result = sum(m, 3);
  if (m >= 100 && result < 200 && result < m) reach_error();
  return 0;
}
