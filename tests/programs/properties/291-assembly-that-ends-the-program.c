// EXPECT: unknown by flow:termination because which may end the program or go on for ever
// PROPERTY: termination
int main(void) { for (;;) __asm__ volatile("ud2"); }
