// EXPECT: not supported: a floating constant with the suffix f16 | line 4
int main(void) {
  double known = 1.5;
  return known != 1.5f16;
}
