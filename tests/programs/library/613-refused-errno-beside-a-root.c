// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 6
extern int *__errno_location(void);
extern double sqrt(double);
static double less = -1;
int main(void) {
  double found = sqrt(less) + *__errno_location();
  return found == found;
}
