// EXPECT: returns 0
int main(void) {
  signed char c = -1; unsigned u = 1u << 31;
  if (!(-8 >> 1 == -4)) return 1;
  if (!(-1 >> 31 == -1)) return 2;
  if (!(1 << 31 < 0)) return 3;
  if (!(1u << 31 == 2147483648u)) return 4;
  if (!((unsigned char)255 >> 4 == 15)) return 5;
  if (!((signed char)-128 >> 7 == -1)) return 6;
  if (!(-1 << 1 == -2)) return 7;
  if (!(1LL << 40 == 1099511627776)) return 8;
  if (!((1 << 16) * 65536 == 0)) return 9;
  if (!((short)1 << 15 == 32768)) return 10;
  if (!(c << 1 == -2)) return 11;
  if (!((c <<= 7) == -128)) return 12;
  if (!((c >>= 3) == -16)) return 13;
  if (!((u >>= 31) == 1)) return 14;
  if (!(sizeof(1 << 1LL) == 4)) return 15;
  if (!(sizeof(1LL << 1) == 8)) return 16;
  if (!(1 << (unsigned char)5 == 32)) return 17;
  if (!(1ull << 63 >> 63 == 1)) return 18;
  return 0;
}
