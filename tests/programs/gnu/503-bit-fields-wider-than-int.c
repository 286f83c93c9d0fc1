// EXPECT(LP64): returns 0
// Their type has as many bits as they have: so gcc keeps no more in arithmetic, in a conditional, and before an operator.
struct wide {
  unsigned long long natural : 35;
  long long number : 35;
  unsigned long long other : 40;
} w = {(1ULL << 34) | 1, -5, 1ULL << 39};

int widths(int n) {
  if ((n ? w.natural : 1) << 2 != 4 || (1 ? w.natural : 1) << 2 != 4 || (n ? w.natural : 1) * 2 != 2) return 1;
  if (-w.natural != (1ULL << 34) - 1 || ~w.natural != (1ULL << 34) - 2 || -w.other != w.other) return 2;
  if (-w.number != 5 || ~w.number != 4 || +w.natural << 1 != 2 || !w.natural) return 3;
  if (-(n ? w.natural : 0) != (1ULL << 34) - 1 || (n ?: w.natural) << 34 != (1ULL << 34)) return 4;
  if ((n ? w.number : 0) * (1 << 30) * 8 != -(8LL << 30)) return 5;
  if ((n ? w.natural : w.other) << 6 != 64 || (n ? w.natural : 1LL) << 2 != (1LL << 36) + 4) return 6;
  return 0;
}

int sizes(int n) {
  if (sizeof(w.natural + 1) != 8 || sizeof(n ? w.natural : 1) != 8 || sizeof(-w.number) != 8) return 7;
  return sizeof(w.natural << 1) != 8 || __alignof__(w.natural + 1) != 8 ? 8 : 0;
}

int main(void) {
  int wrong = widths(1);
  return wrong ? wrong : sizes(1);
}
