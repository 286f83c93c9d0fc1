// EXPECT: false by kinduction
// An odd negative factor leaves the remainder -1.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -9 || a > 9 || b < -9 || b > 9) return 0;
  int x = a, y = b, product = 0;
  while (y != 0) {
    if (y % 2 == 1) { product += x; y--; }
    x *= 2;
    y /= 2;
  }
  if (product != a * b) reach_error();
  return 0;
}
