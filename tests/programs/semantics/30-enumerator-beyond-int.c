// EXPECT: not supported: the enumerator 'BIG', which is no constant of type int, | line 3
enum { SMALL, BIG = 0x80000000, AFTER };
int main(void) { return BIG != 0; }
