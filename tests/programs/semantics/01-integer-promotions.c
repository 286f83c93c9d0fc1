// EXPECT: returns 0
int main(void) {
  signed char c = 100; short s = 1; _Bool b = 1; unsigned char uc = 255; unsigned short us = 65535;
  if (!(sizeof(+c) == 4)) return 1;
  if (!(sizeof(s + s) == 4)) return 2;
  if (!(sizeof(-b) == 4)) return 3;
  if (!(sizeof(~uc) == 4)) return 4;
  if (!(c + c == 200)) return 5;
  if (!(uc + uc == 510)) return 6;
  if (!(us * us == -131071)) return 7;
  if (!(-us < 0)) return 8;
  if (!(~uc < 0)) return 9;
  if (!(~uc == -256)) return 10;
  if (!((unsigned char)~uc == 0)) return 11;
  if (!(us << 16 < 0)) return 12;
  if (!((uc << 24) < 0)) return 13;
  if (!(!uc == 0)) return 14;
  if (!(sizeof(!us) == 4)) return 15;
  if (!(-b == -1)) return 16;
  if (!(~b == -2)) return 17;
  return 0;
}
