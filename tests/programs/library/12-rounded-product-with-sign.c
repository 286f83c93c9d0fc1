// EXPECT: not supported: the sign of a rounded product | line 6
extern int fesetround(int);
int main(void) {
  double x = 3;
  fesetround(0x400);
  return -(x * -0.1) > 0;
}
