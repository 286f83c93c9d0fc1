// EXPECT: returns 0
extern int fesetround(int), fegetround(void);
double rint(double), nearbyint(double), sqrt(double);
long lrint(double);
double third(double one) { return one / 3; }
int is_negative_zero(double x) { return x == 0 && __builtin_signbit(x); }
int main(void) {
  double one = 1, small = 0x1p-60, big = 0x1.fffffffffffffp1023, root = 2, product = -1;
  float wide = 0;
  int many = 16777217;
  if (fegetround() || third(one) != 0x1.5555555555555p-2) return 1;
  if (fesetround(0x800) || fegetround() != 0x800) return 2;
  if (third(one) != 0x1.5555555555556p-2 || one + small <= 1 || rint(12.1) != 13 || lrint(-12.9) != -12) return 3;
  wide = many;
  if (wide != 16777218 || sqrt(root) != 0x1.6a09e667f3bcdp0 || 1.0 / 3 != 0x1.5555555555555p-2) return 4;
  if (fesetround(0x400)) return 5;
  if (third(one) != 0x1.5555555555555p-2 || big + big != big || nearbyint(-12.1) != -13) return 6;
  if (sqrt(root) != 0x1.6a09e667f3bccp0 || !is_negative_zero(one - one) || is_negative_zero(0.0 * one)) return 7;
  wide = many;
  if (wide != 16777216 || (float)third(product) != -0x1.555556p-2f) return 8;
  if (!fesetround(1) || fegetround() != 0x400 || fesetround(0xc00)) return 9;
  product /= 3;
  if (product != -0x1.5555555555555p-2 || -big - big != -big) return 10;
  return fesetround(0);
}
