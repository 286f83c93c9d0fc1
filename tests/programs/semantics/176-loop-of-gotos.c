// EXPECT: too long
// It does not end.
int main(void) { a: goto b; b: goto a; }
