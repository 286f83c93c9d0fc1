// EXPECT: true by bmc
extern int *__errno_location(void);
extern double pow(double, double);
extern void reach_error(void);
int main(void) {
  *__errno_location() = 0;
  double sum = pow(2, 3) + pow(3, 2);
  if (*__errno_location() < 0) reach_error();
  return sum > 0;
}
