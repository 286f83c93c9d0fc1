// EXPECT: not supported: a floating constant with the suffix f128 | line 2
int main(void) { return 1.5f128 != 1.5; }
