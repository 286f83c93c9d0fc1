// EXPECT: not supported: floating-point arithmetic | line 2
int main(void) { return 1.5 > 1; }
