// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed; false by bmc
// In C it is open, and compilers differ.
extern void reach_error(void);
int main(void) {
  union { double value; unsigned words[2]; } u;
  double zero = 0;
  u.value = zero / zero;
  if (u.words[1] >> 31) reach_error();
  return 0;
}
