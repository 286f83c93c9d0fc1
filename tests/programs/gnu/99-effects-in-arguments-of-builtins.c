// EXPECT: returns 0
int main(void) {
  int n = 0, r[2] = {0, 0}, *p = r;
  if (__builtin_add_overflow_p(1, 2, (n++, 0)) || n != 1) return 1;
  if (__builtin_add_overflow(1, 2, (n++, p)) || n != 2 || r[0] != 3) return 2;
  if (__builtin_mul_overflow(4, 2, &r[n++ - 1]) || n != 3 || r[1] != 8) return 3;
  if (__builtin_sadd_overflow(1, 1, p++) || p != r + 1 || r[0] != 2) return 4;
  if (__builtin_constant_p((n++, 4)) || n != 3) return 5;
  return 0;
}
