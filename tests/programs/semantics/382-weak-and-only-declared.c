// EXPECT: returns 2
// Its address is null.
int w(void) __attribute__((weak));
int main(void) { return w ? 1 : 2; }
