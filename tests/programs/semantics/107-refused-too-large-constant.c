// EXPECT: not supported: the constant 99999999999999999999, which fits no integer type, | line 2
int main(void) { return 99999999999999999999 > 0; }
