// EXPECT: returns 0
struct halves {
  unsigned long long low : 32, high : 32;
  long long sum : 32;
};
static struct halves all = {~0ULL, ~0ULL, -1};
int main(void) {
  struct halves h = {4294967295u, 2147483648u, 2147483647};
  if (h.low + 1 != 0 || h.low << 4 >> 4 != 0x0fffffff || -h.high != h.high || h.high * 2) return 1;
  if (~h.low != 0 || h.low + h.low != 4294967294u || h.high - 1 - h.low > 2147483648u || sizeof(h.low + 0) != 4) return 2;
  if ((h.low, h.low) + 1 || (h.sum ? h.low : h.high) + 1 || (h.low++, h.low) || --h.low != 4294967295u) return 3;
  if (h.low + 1LL != 4294967296LL || h.sum - 1 != 2147483646 || sizeof(+h.sum) != 4) return 4;
  if (all.low + 1 || all.high * all.high != 1 || all.sum >> 31 != -1 || all.sum + 0u != 4294967295u) return 5;
  h.high = h.low = -2;
  h.low += 3;
  return h.low != 1 || (h.high += 1) + 1 != 0;
}
