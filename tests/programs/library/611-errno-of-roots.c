// EXPECT: returns 0
// INPUTS: -9 16
double sqrt(double), floor(double), fmin(double, double);
float sqrtf(float);
int *__errno_location(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int argument = __VERIFIER_nondet_int(), result = __VERIFIER_nondet_int(), n = -1;
  double nan = 0.0 / 0.0;
  *__errno_location() = 0;
  double none = sqrt(argument);
  if (none == none || *__errno_location() != 33) return 1;
  *__errno_location() = 5;
  if (sqrt(result) != 4 || sqrtf(2.25f) != 1.5f || sqrt(sqrt(result)) != 2 || *__errno_location() != 5) return 2;
  if (sqrt(nan) == 0 || sqrt(-0.0) != 0 || floor(-2.5) != -3 || fmin(nan, 1) != 1 || *__errno_location() != 5) return 3;
  if (sizeof sqrt(n++) != 8 || *__errno_location() != 5) return 4;
  sqrt(n++);
  return n != 0 || *__errno_location() != 33;
}
