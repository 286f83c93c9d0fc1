// EXPECT: returns 0
enum small { A, B = 0x80000000, C };
enum wide { D = -1, E = 0xffffffff, F = 0x100000000 };
enum unsigned_wide { G = 0xffffffffffffffff, H = 0 };
int main(void) {
  if (sizeof(enum small) != 4 || sizeof(enum wide) != 8 || sizeof(enum unsigned_wide) != 8) return 1;
  if (!(B > 0) || C != B + 1 || A - 1 > 0) return 2;
  if (!(E > 0) || F != E + 1 || !(D < E) || sizeof D != 4 || sizeof E != 8) return 3;
  if (!(G > 0) || G + 1 != 0 || sizeof H != 4 || H - 1 > 0) return 4;
  enum wide w = F; enum small s = -1;
  return w != 0x100000000 || s != 0xffffffff;
}
