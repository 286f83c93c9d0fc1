// EXPECT: not supported: the variable 'a', which is declared but not defined, | line 3
extern int a[];
int main(void) { return a[1]; }
