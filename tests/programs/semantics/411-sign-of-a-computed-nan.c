// EXPECT: not supported: the sign of a NaN that was computed | line 5
/* gcc computes it as -n, whose sign is set; SSE keeps the sign that n has. */
int main(void) {
  double n = __builtin_nan(""), m = n * -1.0;
  return __builtin_copysign(2, m) > 0;
}
