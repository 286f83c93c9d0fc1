// EXPECT: not supported: the assembler name 'b' | line 3
int b[3];
extern int a[3] /* called */ __asm__("b");
int main(void) { a[0] = 1; return b[0]; }
