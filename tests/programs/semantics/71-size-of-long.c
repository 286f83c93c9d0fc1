// EXPECT(ILP32): returns 4
// EXPECT(LP64): returns 8
int main(void) { return sizeof(long) == sizeof(sizeof 1) ? sizeof(unsigned long) : 0; }
