// EXPECT: true by bmc last=5; any by value; any by symbolic; any by kinduction
// Each time it is another one; read as a value again it is still no number.
extern void reach_error(void);
int main(void) {
  union { double value; unsigned long long bits; } u[2] = {{1}, {1}};
  double zero = 0;
  for (unsigned i = 0; i < 4; i++) {
    u[i % 2].value = zero / zero * i;
    if (u[i % 2].value == u[i % 2].value) reach_error();
    if (u[i % 2].bits << 1 <= 0xffe0000000000000) reach_error();
  }
  return 0;
}
