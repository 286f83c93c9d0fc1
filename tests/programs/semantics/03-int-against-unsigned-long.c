// EXPECT(ILP32): returns 0
// EXPECT(LP64): returns 7
int main(void) {
  if (!(-1 > 0ul)) return 1;
  if (!(-1 == 0ul - 1)) return 2;
  if (!(sizeof(1 + 1ul) == sizeof(long))) return 3;
  if (!(sizeof(1u + 1L) == sizeof(long))) return 4;
  if (!(-1 == ~0ul)) return 5;
  if (!((unsigned int)-1 == ~0u)) return 6;
  if (!(-1L > 0u)) return 7;
  return 0;
}
