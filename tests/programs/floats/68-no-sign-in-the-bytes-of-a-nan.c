// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed; false by bmc
// The same the other way round: of a compiler that says so it is true, but not of all of them.
extern void reach_error(void);
int main(void) {
  union { float value; unsigned word; } u;
  float zero = 0;
  u.value = zero / zero;
  if (!(u.word >> 31)) reach_error();
  return 0;
}
