// EXPECT: returns 0
extern int *__errno_location(void);
extern double sqrt(double);
static double four = 4, less = -1;
int main(void) {
  *__errno_location() = 0;
  if (sqrt(four) + sqrt(9) * sqrt(16) != 14 || *__errno_location() != 0) return 1;
  double none = sqrt(less) + sqrt(four) + sqrt(less);
  if (none == none || *__errno_location() != 33) return 2;
  *__errno_location() = 5;
  if (sqrt(sqrt(16)) - sqrt(four) || *__errno_location() != 5) return 3;
  return 0;
}
