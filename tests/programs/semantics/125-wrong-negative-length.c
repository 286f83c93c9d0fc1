// EXPECT: input error: the array's length is negative | line 2
int a[-1]; int main(void) { return 0; }
