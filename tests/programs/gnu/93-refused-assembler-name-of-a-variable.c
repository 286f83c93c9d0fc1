// EXPECT: not supported: the assembler name 'y' | line 2
extern int x __asm__("" "y");
int main(void) { x = 4; return x; }
