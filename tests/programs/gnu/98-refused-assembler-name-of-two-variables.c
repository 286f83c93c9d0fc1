// EXPECT: not supported: the assembler name 'z' | line 3
int a __asm__("z") = 1;
extern int b __asm__("z");
int main(void) { b = 5; return a; }
