// EXPECT: true by bmc assuming nothing; true by cmc; any by value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  unsigned char i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i > 3 || j > 2) {
    return 0;
  }
  char *p = a + i, *q = b + j;
  if (p == q && (i != 3 || j != 0)) {
    reach_error();
  }
  if (q + 1 == a && j != 2) {
    reach_error();
  }
  return 0;
}
