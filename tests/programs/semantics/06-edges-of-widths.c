// EXPECT: returns 0
int main(void) {
  int i = 2147483647, m = -2147483647 - 1; unsigned u = 4294967295u; long long l = 9223372036854775807LL;
  if (!((signed char)128 == -128)) return 1;
  if (!((signed char)127 + 1 == 128)) return 2;
  if (!((unsigned char)256 == 0)) return 3;
  if (!((short)32768 == -32768)) return 4;
  if (!((unsigned short)-1 == 65535)) return 5;
  if (!((int)2147483648 == -2147483647 - 1)) return 6;
  if (!((unsigned)-1 == 4294967295)) return 7;
  if (!(i + 1 == -2147483647 - 1)) return 8;
  if (!(-m == m)) return 9;
  if (!(m - 1 == 2147483647)) return 10;
  if (!(i * 2 == -2)) return 11;
  if (!(u + 1 == 0)) return 12;
  if (!((long long)9223372036854775808ull == -9223372036854775807LL - 1)) return 13;
  if (!(l + 1 == -9223372036854775807LL - 1)) return 14;
  if (!(0xffffffffffffffff + 1 == 0)) return 15;
  if (!((signed char)0x1ff == -1)) return 16;
  if (!((char)0x80 == -128)) return 17;
  if (!((short)0x18000 == -32768)) return 18;
  if (!(m * -1 == m)) return 19;
  if (!(m / 2 == -1073741824)) return 20;
  if (!(l * l == 1)) return 21;
  return 0;
}
