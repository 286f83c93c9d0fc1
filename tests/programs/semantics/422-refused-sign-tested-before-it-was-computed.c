// EXPECT: not supported: the sign of a NaN that was computed | line 7
/* What was a number before the loop need not be one in its second round. */
int main(void) {
  double n = __builtin_nan(""), m = 1;
  if (m != m) return 1;
  for (int i = 0; i < 2; i++) {
    if (__builtin_signbit(m)) return 2;
    m = n * -1.0;
  }
  return 0;
}
