// EXPECT: input error: syntax error | line 2
int main(void) { return 1lul; }
