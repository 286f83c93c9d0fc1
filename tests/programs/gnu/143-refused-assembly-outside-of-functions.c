// EXPECT: not supported: assembly outside of functions | line 3
int x = 1;
__asm__ (".globl y\n.set y, x");
extern int y;
int main(void) { y = 2; return x; }
