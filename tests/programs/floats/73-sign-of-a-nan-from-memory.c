// EXPECT: unknown by bmc because the sign of a NaN that was computed
// As a value it is still one whose sign is open.
extern void reach_error(void);
int main(void) {
  union { double value; unsigned words[2]; } u;
  double zero = 0;
  u.value = zero / zero;
  if (u.words[0] != 0 && __builtin_signbit(u.value)) reach_error();
  return 0;
}
