// EXPECT(LP64): undefined
// EXPECT(ILP32): returns 0
int result(int);
long wide(int);
int main(void) { return wide(-1) != -1; }
