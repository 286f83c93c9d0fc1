// EXPECT: not supported: the option fpmath=387 of the compiler in the program's text | line 2
#pragma GCC target("fpmath=387")
int main(void) { return 0; }
