// EXPECT: not supported: a conditional without its middle operand | line 2
int main(void) { return 1 ?: 2; }
