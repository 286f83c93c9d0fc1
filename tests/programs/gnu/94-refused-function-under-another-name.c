// EXPECT: not supported: the assembler name 'g' | line 2
int f(int x) asm("g");
int g(int x);
int f(int x) { return x + 1; }
int main(void) { return g(1); }
