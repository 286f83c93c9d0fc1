// EXPECT: not supported: the sign of a NaN that was computed | line 9
/* gcc gives it another sign in an initial value than the processor when the program runs. */
static double constant = 0.0 / 0.0, several[2] = {1, 0.0 / 0.0};
static struct { int i; double d; } inner = {1, 0.0 / 0.0};
static _Complex double pair = 0.0 / 0.0;
int main(void) {
  if (constant == constant || several[0] != 1 || several[1] == several[1] || inner.d == inner.d) return 1;
  if (__real__ pair == __real__ pair || __imag__ pair != 0) return 2;
  return !!__builtin_signbit(several[1]);
}
