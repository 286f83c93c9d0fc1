// EXPECT: returns 59
int main(void) {
  long long least = -9223372036854775807LL - 1, r; unsigned long long u; int i;
  int found = __builtin_sub_overflow(0, least, &r);
  found += 2 * __builtin_mul_overflow(3037000500LL, 3037000500LL, &r);
  found += 4 * __builtin_add_overflow(least, 9223372036854775808ULL, &r);
  found += 8 * __builtin_mul_overflow(-1LL, 1ULL, &u);
  found += 16 * __builtin_add_overflow(18446744073709551615ULL, 1, &u);
  found += 32 * __builtin_sub_overflow(-2147483648LL, 1, &i);
  return found; }
