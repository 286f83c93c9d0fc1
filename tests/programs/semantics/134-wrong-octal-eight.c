// EXPECT: input error: syntax error (invalid octal constant) | line 2
int main(void) { return 08; }
