// EXPECT: returns 0
// ASSUMES: the assembly at 95-assembly.c, line 4, column 3 changes nothing but its outputs
int main(void) {
  __asm__ volatile ("nop" : : : "memory"); return 0; }
