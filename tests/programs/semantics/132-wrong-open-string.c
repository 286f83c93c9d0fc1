// EXPECT: input error: syntax error | line 2
int main(void) { f("abc); return 0; }
