// EXPECT: not supported: the assembler name 'reach_error' | line 3
extern void reach_error(void);
extern void r(void) __asm__("reach_error");
int main(void) { r(); return 0; }
