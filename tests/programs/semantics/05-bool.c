// EXPECT: returns 0
int main(void) {
  _Bool b = 42; _Bool a[3] = {0, 2};
  if (!(b == 1)) return 1;
  if (!((_Bool)256 == 1)) return 2;
  if (!((_Bool)0 == 0)) return 3;
  if (!((_Bool)-1 == 1)) return 4;
  if (!(sizeof(_Bool) == 1)) return 5;
  if (!((b = 7) == 1)) return 6;
  if (!((b = 0) == 0)) return 7;
  if (!(b++ == 0)) return 8;
  if (!(b == 1)) return 9;
  if (!(b++ == 1)) return 10;
  if (!(b == 1)) return 11;
  if (!(b-- == 1)) return 12;
  if (!(b == 0)) return 13;
  if (!(b-- == 0)) return 14;
  if (!(b == 1)) return 15;
  if (!(--b == 0)) return 16;
  if (!((b += 5) == 1)) return 17;
  if (!((b -= 1) == 0)) return 18;
  if (!((b |= 4) == 1)) return 19;
  if (!((b *= 0) == 0)) return 20;
  if (!((b ^= 2) == 1)) return 21;
  if (!((b <<= 3) == 1)) return 22;
  if (!((b >>= 1) == 0)) return 23;
  if (!(~b == -1)) return 24;
  if (!(a[1] == 1)) return 25;
  if (!(a[2] == 0)) return 26;
  if (!((_Bool)0x100000000 == 1)) return 27;
  return 0;
}
