// EXPECT: false by flow:staged cpu=20 because division by zero
// PROPERTY: undefined-behaviour
// The exponent of every NaN has its lowest bit.
int main(void) {
  union { double value; unsigned words[2]; } u;
  volatile double zero = 0;
  u.value = zero / zero;
  return 1 / (1 - (int)(u.words[1] >> 20 & 1));
}
