// EXPECT: not supported: an array of variable length | line 3
int main(void) { int n = 3;
  static int a[n]; return 0; }
