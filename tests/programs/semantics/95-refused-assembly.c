// EXPECT: not supported: inline assembly | line 3
int main(void) {
  __asm__ volatile ("nop" : : : "memory"); return 0; }
