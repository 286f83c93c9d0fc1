// EXPECT: not supported: an array used as a value (a pointer) | line 2
int a[3][3]; int main(void) { return a[1] != 0; }
