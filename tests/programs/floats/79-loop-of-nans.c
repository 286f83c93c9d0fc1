// EXPECT: true by flow:termination cpu=20
// PROPERTY: termination
// Whichever NaN it is.
int main(void) {
  union { double value; unsigned words[2]; } u;
  double zero = 0;
  do u.value = zero / zero; while (!(u.words[1] >> 20 & 1));
  return 0;
}
