// EXPECT: returns 7
// HIDDEN: 7
// GCC: no
int main(void) {
  int x = 3;
  __asm__ ("" : "=r" (x));
  return x; }
