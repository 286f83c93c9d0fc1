// EXPECT: true by bmc; any by value; any by symbolic
double fmod(double, double), remainder(double, double);
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = fmod(x, 360), z = remainder(x, 1);
  if (x != x || x - x != 0) return 0;
  if (y <= -360 || y >= 360 || (x > 0 && y < 0)) reach_error();
  if (z < -0.5 || z > 0.5) reach_error();
  return 0;
}
