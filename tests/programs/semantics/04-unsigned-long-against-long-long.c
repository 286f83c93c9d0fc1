// EXPECT: returns 0
int main(void) {
  if (!(-1LL == 18446744073709551615ull)) return 1;
  if (!(sizeof(1ul + 1LL) == 8)) return 2;
  if (!(sizeof(long) == 4 ? 1ul - 2LL < 0 : 1ul - 2LL > 0)) return 3;
  if (!(sizeof(long) == 4 ? 0ul + -1LL < 0 : 0ul + -1LL > 0)) return 4;
  return 0;
}
