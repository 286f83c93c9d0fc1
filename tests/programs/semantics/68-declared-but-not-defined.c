// EXPECT: not supported: the variable 'x', which is declared but not defined, | line 3
extern int x;
int main(void) { return x; }
