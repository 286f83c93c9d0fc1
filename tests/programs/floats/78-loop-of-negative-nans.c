// EXPECT: unknown by flow:termination cpu=10
// PROPERTY: termination
// With gcc it never ends; with a positive NaN it ends at once.
int main(void) {
  union { double value; unsigned words[2]; } u;
  double zero = 0;
  do u.value = zero / zero; while (u.words[1] >> 31);
  return 0;
}
