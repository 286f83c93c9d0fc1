// EXPECT: input error: the array is too large | line 2
char a[0x7fffffffffffffff][4]; int main(void) { return 0; }
