// EXPECT: returns 0
// INPUTS: 7 4294967295 1 2147483648 240
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), all = __VERIFIER_nondet_uint(), one = __VERIFIER_nondet_uint();
  unsigned top = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (__builtin_popcount(x) != 3 || __builtin_popcount(all) != 32 || __builtin_popcount(0) != 0) return 1;
  if (__builtin_popcountl(-1L) != 8 * sizeof(long) || __builtin_popcountll(-1LL) != 64) return 2;
  if (__builtin_clz(one) != 31 || __builtin_clz(top) != 0 || __builtin_clz(y) != 24) return 3;
  if (__builtin_clzl(one) != 8 * sizeof(long) - 1 || __builtin_clzll(top) != 32) return 4;
  if (__builtin_ctz(one) != 0 || __builtin_ctz(top) != 31 || __builtin_ctz(y) != 4) return 5;
  if (__builtin_ctzll(1ULL << 63) != 63 || __builtin_ctzl(8) != 3) return 6;
  if (__builtin_ffs(0) != 0 || __builtin_ffs(top) != 32 || __builtin_ffs(y) != 5 || __builtin_ffsll(1LL << 62) != 63) return 7;
  if (__builtin_parity(x) != 1 || __builtin_parity(y) != 0 || __builtin_parityll(-1LL) != 0) return 8;
  if (__builtin_bswap16(0x1234) != 0x3412 || __builtin_bswap32(0x12345678) != 0x78563412) return 9;
  if (__builtin_bswap64(0x123456789abcdef0) != 0xf0debc9a78563412) return 10;
  if (__builtin_popcount(__builtin_popcount(x) + __builtin_popcount(y)) != 3) return 11;
  if (__builtin_clz(x) - __builtin_clz(y) != 5 || __builtin_ctz(__builtin_bswap32(one)) != 24) return 12;
  return 0;
}
