// EXPECT: not supported: memory with a NaN that was computed, where its bytes are read, | line 5
int main(void) {
  union { double d; float f[2]; } u = {0};
  double n = __builtin_nan("");
  u.d = n * -1.0;
  return !!__builtin_signbit(u.f[1]);
}
