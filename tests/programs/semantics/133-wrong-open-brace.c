// EXPECT: input error: syntax error | line 3
int main(void) { return 0;
