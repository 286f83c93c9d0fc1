// EXPECT: not supported: an inline definition beside another one of the same name | line 1
// Which of the two is called is not specified (C11 6.7.4 p7).
inline int f(void) { return 1; }
int main(void) { return f(); }
