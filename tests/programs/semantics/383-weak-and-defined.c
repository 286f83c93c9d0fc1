// EXPECT: returns 9
int w(void) __attribute__((weak));
__attribute__((weak)) int z = 3;
int __attribute__((weak)) k(int a) { return a; }
int w(void) { return 4; }
int main(void) { return w ? w() + z + k(2) : 0; }
