// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed
// PROPERTY: undefined-behaviour
// With gcc the sign is set, and sanitizers see the division.
int main(void) {
  union { double value; unsigned words[2]; } u;
  volatile double zero = 0;
  u.value = zero / zero;
  return 1 / (1 - (int)(u.words[1] >> 31));
}
