// EXPECT: returns 0
// HIDDEN: 5 -7
// GCC: no
/* A sign bit that is set gives any number but zero; who asks no more gets nothing from outside. */
int main(void) {
  volatile double x = -0.0, y = 1.0;
  if (__builtin_signbit(x) != 5 || __builtin_signbitf(-2.0f) + 7 || __builtin_signbit(y) + 0) return 1;
  return !__builtin_signbit(x) || __builtin_signbit(y) != 0;
}
