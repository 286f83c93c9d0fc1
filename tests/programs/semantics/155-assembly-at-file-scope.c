// EXPECT: returns 4
__asm__(".globl nothing");
asm ("");
int x = 4;
int main(void) { return x; }
