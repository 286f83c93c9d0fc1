// EXPECT(LP64): returns 0
// EXPECT(ILP32): returns 0
// GCC(ILP32): no
unsigned __int128 u = -1; __int128 a[2];

int main(void) {
  __int128 x = (__int128)1 << 64; __int128_t y = x;
  if (!(sizeof x == 16)) return 1;
  if (!(x > 0)) return 2;
  if (!((unsigned long long)(x >> 64) == 1)) return 3;
  if (!(x * x == 0)) return 4;
  if (!((long long)x == 0)) return 5;
  if (!(-x < 0)) return 6;
  if (!((u - 1) / 3 == u / 3 - 1)) return 7;
  if (!((u >> 127) == 1)) return 8;
  if (!(u + 1 == 0)) return 9;
  if (!((int)(x >> 60) == 16)) return 10;
  if (!(y == x)) return 11;
  if (!((a[1] += x) == x)) return 12;
  if (!(x != 0)) return 13;
  return 0;
}
