// EXPECT: returns 0
int main(void) {
  if (!(sizeof 2147483647 == 4)) return 1;
  if (!(sizeof 2147483648 == 8)) return 2;
  if (!(sizeof 0x7fffffff == 4)) return 3;
  if (!(sizeof 0x80000000 == 4)) return 4;
  if (!(sizeof 0xffffffff == 4)) return 5;
  if (!(sizeof 0x100000000 == 8)) return 6;
  if (!(sizeof 037777777777 == 4)) return 7;
  if (!(sizeof 1u == 4)) return 8;
  if (!(sizeof 1l == sizeof(long))) return 9;
  if (!(sizeof 1ul == sizeof(long))) return 10;
  if (!(sizeof 1ll == 8)) return 11;
  if (!(sizeof 1LLU == 8)) return 12;
  if (!(-2147483648 < 0)) return 13;
  if (!(-0x80000000 > 0)) return 14;
  if (!(0xffffffff > 0)) return 15;
  if (!(-1 < 0x7fffffff)) return 16;
  if (!(-1 > 0x80000000)) return 17;
  if (!(-1 < 4294967295)) return 18;
  if (!(-1 == 4294967295u)) return 19;
  if (!(010 == 8)) return 20;
  if (!(0x1F == 31)) return 21;
  if (!(0b101 == 5)) return 22;
  if (!(00 == 0)) return 23;
  if (!(0XaBcDeFu == 11259375)) return 24;
  if (!(077L == 63)) return 25;
  if (!(sizeof 0x8000000000000000 == 8)) return 26;
  if (!(0x8000000000000000 > 0)) return 27;
  if (!(01777777777777777777777 == 18446744073709551615ull)) return 28;
  if (!(-1LL > 0xffffffffffffffff - 1)) return 29;
  return 0;
}
