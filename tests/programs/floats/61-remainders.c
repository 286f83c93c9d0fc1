// EXPECT: returns 0
// INPUTS: 7
double fmod(double, double), remainder(double, double);
float fmodf(float, float);
int __VERIFIER_nondet_int(void);

int main(void) {
  double infinity = 1e308 * 10, x = __VERIFIER_nondet_int();
  if (fmod(-7, 2) != -1 || fmod(5.5, -2) != 1.5 || fmod(1e300, 7) != 1 || 1 / fmod(-6, 3) > 0) return 1;
  if (remainder(5, 2) != 1 || remainder(7, 2) != -1 || remainder(-6, 4) != 2 || fmodf(5.5f, 2) != 1.5f) return 2;
  if (fmod(1, 0) == fmod(1, 0) || fmod(infinity, 2) == fmod(infinity, 2)) return 3;
  if (fmod(x, infinity) != 7 || fmod(x, -8) != 7 || remainder(x, 15) != 7) return 4;
  return remainder(x, infinity) != 7 || fmod(x, 0) == fmod(x, 0);
}
