// EXPECT: returns 0
// GCC: no
int main(void) {
  unsigned char small = 1;
  unsigned long long zero = 0, big = 1ULL << 40;
  if (__builtin_clzg(small) != 7 || __builtin_clzg(zero, 99) != 99 || __builtin_clzg(big) != 23) return 1;
  if (__builtin_ctzg(big) != 40 || __builtin_ctzg(zero, -1) != -1 || __builtin_popcountg(big | 7) != 4) return 2;
  unsigned __int128 wide = (unsigned __int128)1 << 100;
  return __builtin_clzg(wide) != 27 || __builtin_ctzg(wide) != 100 || __builtin_ctzg(wide | 4) != 2;
}
