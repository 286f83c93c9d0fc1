// EXPECT: true by bmc; true by cmc; any by value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 2) {
    return 0;
  }
  int v[n][n];
  if ((char *)&v[n] - (char *)v != 4 * n * n) {
    reach_error();
  }
  return 0;
}
