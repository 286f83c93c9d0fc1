// EXPECT: false by flow:staged cpu=20; false by bmc
// The program is wrong with any NaN: what it does with gcc is no accident.
extern void reach_error(void);
int main(void) {
  union { float value; unsigned word; } u;
  float zero = 0;
  u.value = zero / zero;
  if ((u.word & 0x7f800000) == 0x7f800000) reach_error();
  return 0;
}
