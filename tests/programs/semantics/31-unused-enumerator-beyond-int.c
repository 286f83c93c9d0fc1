// EXPECT: returns 1
enum { SMALL = 1, BIG = 0x80000000, AFTER };
int main(void) { return SMALL; }
