// EXPECT: unknown by flow:termination because the library function assert, after which the program may end
// PROPERTY: termination
extern void assert(int);
int main(void) { for (;;) assert(0); }
