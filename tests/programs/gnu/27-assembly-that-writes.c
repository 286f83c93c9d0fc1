// EXPECT: not supported: inline assembly | line 4
int main(void) {
  int x = 3;
  __asm__ ("" : "=r" (x));
  return x; }
