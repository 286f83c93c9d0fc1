// EXPECT(LP64): returns 9
// HIDDEN: 9
// GCC: no
// The upper half of the register is any value.
int main(void) {
  int x = 7;
  long wide;
  __asm__ ("" : "=r" (wide) : "0" (x));
  return (int)wide; }
