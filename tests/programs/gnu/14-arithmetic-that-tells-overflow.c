// EXPECT: returns 0
// INPUTS: 2147483647 -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int most = __VERIFIER_nondet_int(), least = __VERIFIER_nondet_int(), r; unsigned u; signed char c; long long w;
  unsigned long long v; int a[2] = {0, 0};
  if (!__builtin_add_overflow(most, 1, &r) || r != least) return 1;
  if (__builtin_add_overflow(most, -1, &r) || r != most - 1) return 2;
  if (__builtin_add_overflow(most, 1, &u) || u != 2147483648u) return 3;
  if (!__builtin_sub_overflow(0, 1, &u) || u != -1u) return 4;
  if (__builtin_add_overflow(most, most, &w) || w != 4294967294) return 5;
  if (!__builtin_mul_overflow(64, 2, &c) || c != -128) return 6;
  if (__builtin_mul_overflow(-64, 2, &c) || c != -128) return 7;
  if (!__builtin_mul_overflow(-1u, -1u, &r) || r != 1) return 8;
  if (__builtin_mul_overflow(-1u, -1u, &v) || v != 0xfffffffe00000001) return 9;
  if (!__builtin_mul_overflow(-1ull, -1ull, &v) || v != 1) return 10;
  if (!__builtin_mul_overflow(-1ull, -1ull, &w) || w != 1) return 11;
  if (!__builtin_sadd_overflow(most, 1, &r) || !__builtin_ssub_overflow(least, 1, &r) || r != most) return 12;
  if (!__builtin_uadd_overflow(-1, 1, &u) || u != 0 || __builtin_smul_overflow(3, 4, &r) || r != 12) return 13;
  if (!__builtin_saddll_overflow(0x7fffffffffffffff, 1, &w) || w >= 0) return 14;
  if (__builtin_add_overflow(1, 2, &a[1]) || a[1] != 3 || a[0]) return 15;
  if (!__builtin_add_overflow_p(most, 1, 0) || __builtin_add_overflow_p(most, 1, 0u)) return 16;
  return 0;
}
