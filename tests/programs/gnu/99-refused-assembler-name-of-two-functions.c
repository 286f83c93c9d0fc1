// EXPECT: not supported: the assembler name 'impl' | line 3
int n; int f(void) __asm__("impl"); int f(void) { n++; return 3; }
extern int g(void) __asm__("impl");
int main(void) { g(); return n; }
