// EXPECT: not supported: floating-point arithmetic | line 2
int main(void) { return (float)1; }
