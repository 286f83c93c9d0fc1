// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b, product = 0;
  for (;;) {
    if (product + x * y != a * b) reach_error();
    if (y == 0) break;
    if (y % 2 == 1) { product += x; y--; }
    x *= 2;
    y /= 2;
  }
  if (product != a * b) reach_error();
  return 0;
}
