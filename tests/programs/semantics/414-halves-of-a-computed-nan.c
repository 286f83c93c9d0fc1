// EXPECT: not supported: the sign of a NaN that was computed | line 7
// HIDDEN: 0
int main(void) {
  union { double d; float f[2]; } u = {0};
  double n = __builtin_nan("");
  u.d = n * -1.0;
  return !!__builtin_signbit(u.f[1]);
}
