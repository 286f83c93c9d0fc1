// EXPECT: returns 0
int main(void) {
  float single = 0.1f32;
  double twice = 0.1F64, extended = 0.1f32x;
  int failed = single != 0.1f || twice != 0.1 || extended != 0.1;
  failed += sizeof 1.0f32 != sizeof(float) || sizeof 1e3f64 != sizeof(double) || sizeof .5f32x != sizeof(double);
  failed += 0.1f64x != 0.1L || 0.1w != 0.1L || 0x1p-3f64 != 0.125 || 1.f64 != 1;
  return failed;
}
