// EXPECT: returns 0
int main(void) {
  signed char c = 127; unsigned char uc = 0; short s = 32767; unsigned short us = 0; unsigned u = 4294967295u; int m = -2147483647 - 1, a[2] = {0}, i = 0; enum { Z } e = Z;
  if (!(c++ == 127)) return 1;
  if (!(c == -128)) return 2;
  if (!(--c == 127)) return 3;
  if (!(uc-- == 0)) return 4;
  if (!(uc == 255)) return 5;
  if (!(++uc == 0)) return 6;
  if (!(s++ == 32767 && s == -32768)) return 7;
  if (!(us-- == 0 && us == 65535)) return 8;
  if (!(++u == 0)) return 9;
  if (!(m-- < 0 && m > 0)) return 10;
  if (!(++e == 1)) return 11;
  if (!(a[i++]++ == 0 && a[0] == 1 && i == 1)) return 12;
  if (!(-i++ == -1 && i == 2)) return 13;
  return 0;
}
