// EXPECT: not supported: the variable 'x', which is declared but not defined, | line 3
// GCC: no
int main(void) { extern int x; return x; }
