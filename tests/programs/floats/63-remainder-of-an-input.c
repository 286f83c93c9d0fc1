// EXPECT: false by bmc; false by symbolic
double fmod(double, double);
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 360 && x < 1000 && fmod(x, 360) == 0) reach_error();
  return 0;
}
