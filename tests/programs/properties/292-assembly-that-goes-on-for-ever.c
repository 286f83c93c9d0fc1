// EXPECT: unknown by flow:termination because which may end the program or go on for ever
// PROPERTY: termination
int main(void) { __asm__ volatile("1: jmp 1b"); return 0; }
