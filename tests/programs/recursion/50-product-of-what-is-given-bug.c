// EXPECT: false by flow:default cpu=20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int product(int n, int m) {
  if (m < 0) return product(-n, -m);
  return m <= 1 ? m : n + product(n, m - 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || n < 0) return 0;
  int one = product(m, n), other = product(n, m);
  if (one != other) reach_error();
  return 0;
}
