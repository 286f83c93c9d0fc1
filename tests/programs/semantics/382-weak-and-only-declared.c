// EXPECT: not supported: the attribute weak of what the program only declares | line 3
// Its address may be null.
int w(void) __attribute__((weak));
int main(void) { return w ? 1 : 2; }
