// EXPECT: returns 0
int main(void) {
  int m = -2147483647 - 1; short s = -1;
  if (!((0u - 2147483648u) / 4294967295u == 0)) return 1;
  if (!(m / -1LL == 2147483648LL)) return 2;
  if (!((short)-32768 / s == 32768)) return 3;
  if (!(-7 / 2 == -3)) return 4;
  if (!(-7 % 2 == -1)) return 5;
  if (!(7 / -2 == -3)) return 6;
  if (!(7 % -2 == 1)) return 7;
  if (!(-7 / -2 == 3)) return 8;
  if (!(-7LL % -2 == -1)) return 9;
  if (!(7u % 4 == 3)) return 10;
  return 0;
}
