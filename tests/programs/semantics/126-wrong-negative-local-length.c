// EXPECT: input error: the array's length is negative | line 2
int main(void) { int a[2 - 3]; return 0; }
