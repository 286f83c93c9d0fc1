// EXPECT: not supported: a variable that is bound to a register | line 2
int main(void) { register int x asm("eax"); x = 1; return 0; }
