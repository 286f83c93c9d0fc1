// EXPECT: unknown by flow:staged cpu=10 because the bits of a NaN that was computed; false by bmc
// Which NaN is a quiet one, processors see in different ways.
extern void reach_error(void);
int main(void) {
  union { float value; unsigned word; } u;
  float zero = 0;
  u.value = zero / zero;
  if (u.word & 0x400000) reach_error();
  return 0;
}
