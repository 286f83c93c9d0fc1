// EXPECT: too long
// GCC: no
int main(void) { a: goto b; b: goto a; }
