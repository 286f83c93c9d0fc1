// EXPECT: input error: syntax error | line 2
typedef int T; int main(void) { return sizeof(1) + T; }
