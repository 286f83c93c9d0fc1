// EXPECT: not supported: memory with a NaN that was computed, where its bytes are read, | line 6
/* Not all of its patterns are values. */
int main(void) {
  union { long double value; unsigned char bytes[10]; } u = {1};
  long double zero = 0;
  u.value = zero / zero;
  return u.bytes[9] >> 7;
}
