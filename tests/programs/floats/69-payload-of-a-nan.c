// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed; false by bmc
// What else it holds is open, too.
extern void reach_error(void);
int main(void) {
  union { double value; unsigned words[2]; } u;
  double zero = 0;
  u.value = zero / zero;
  if (u.words[0]) reach_error();
  return 0;
}
