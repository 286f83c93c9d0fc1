// EXPECT: returns 0
// GCC: no
int main(void) { int x = 5; x++; }
