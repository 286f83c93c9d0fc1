// EXPECT: returns 0
int main(void) {
  if (!(-1 > 0u)) return 1;
  if (!((unsigned char)255 > -1)) return 2;
  if (!(-1LL < 0u)) return 3;
  if (!((long long)-1 < (unsigned int)1)) return 4;
  if (!(-1 == 4294967295u)) return 5;
  if (!(-1LL != 4294967295u)) return 6;
  if (!(-1LL > 0ull)) return 7;
  if (!((short)-1 < (unsigned short)1)) return 8;
  if (!((char)-1 > 0u)) return 9;
  if (!(1u - 2 > 0)) return 10;
  if (!(1u - 2LL < 0)) return 11;
  if (!((5u - 10) / 2 == 2147483645)) return 12;
  if (!(-7 / 2u == 2147483644)) return 13;
  if (!(-7 % 2u == 1)) return 14;
  if (!(sizeof(1u + 1LL) == 8)) return 15;
  if (!(sizeof('a' + 1ull) == 8)) return 16;
  if (!((1 ? -1 : 0u) > 0)) return 17;
  return 0;
}
