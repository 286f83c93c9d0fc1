// EXPECT: returns 0
int main(void) {
  if (0x1.8p1 != 3 || .5 + 1. != 1.5 || 1e2f != 100 || 0x.8p1L != 1) return 1;
  if (0.1f != 0x1.99999ap-4f || 0.1 != 0x1.999999999999ap-4) return 2;
  if (0.1L != 0xc.ccccccccccccccdp-7L) return 3;
  if (1e-46f != 0 || 1e39f != 1 / 0.0f || 4.9406564584124654e-324 != 0x1p-1074) return 4;
  if (sizeof 1.0f != sizeof(float) || sizeof 1.0 != sizeof(double) || sizeof 1.0L != sizeof(long double)) return 5;
  return 0;
}
