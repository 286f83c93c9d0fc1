// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void f(void) {}
int main(void) {
  int a[2], b, *p = a + 2, *null = 0, *other = __VERIFIER_nondet_int() ? null : a;
  if (p == null || p == other || (void *)p == (void *)f) {
    reach_error();
  }
  return 0;
}
