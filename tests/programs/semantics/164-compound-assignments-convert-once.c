// EXPECT: returns 0
int main(void) {
  signed char c = 100; unsigned char uc = 0; short s = 100; int i = 10; long long l = 1; unsigned u = 10; _Bool b;
  if (!((c += 200) == 44)) return 1;
  if (!((c *= 3) == -124)) return 2;
  if (!((uc -= 1) == 255)) return 3;
  if (!((uc >>= 1) == 127)) return 4;
  if (!((s *= 1000) == -31072)) return 5;
  if (!((i += 4294967295u) == 9)) return 6;
  if (!((i -= 1LL << 40) == 9)) return 7;
  if (!((i /= 2u) == 4)) return 8;
  if (!((l |= -1) == -1)) return 9;
  if (!((u %= 7) == 3)) return 10;
  if (!((u <<= 31LL) == 2147483648u)) return 11;
  if (!((c = i = 300) == 44 && i == 300)) return 12;
  if (!((uc ^= -1) == 128)) return 13;
  if (!((b = i) == 1)) return 14;
  if (!((s = c = 1000) == -24)) return 15;
  return 0;
}
