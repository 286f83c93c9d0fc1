// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed; false by bmc
// With gcc the one that is computed has another sign than the one of the initial value.
extern void reach_error(void);
static double constant = 0.0 / 0.0;
int main(void) {
  union { double value; unsigned words[2]; } u, v;
  double zero = 0;
  u.value = constant;
  v.value = zero / zero;
  if (u.words[1] != v.words[1]) reach_error();
  return 0;
}
