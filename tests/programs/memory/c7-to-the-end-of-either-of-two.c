// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[3] = {0}, b[4] = {0}, *p = __VERIFIER_nondet_int() ? a : b, *end = p + 3;
  int count = 0;
  while (p != end) {
    p++;
    count++;
  }
  if (count != 3) {
    reach_error();
  }
  return 0;
}
