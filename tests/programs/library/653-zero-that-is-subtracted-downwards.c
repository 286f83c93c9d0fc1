// EXPECT: not supported: the sign of a rounded sum with a zero | line 6
extern int fesetround(int);
int main(void) {
  double x = 0;
  fesetround(0x400);
  return __builtin_signbit(x - 0.0) != 0;
}
