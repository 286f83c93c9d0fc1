// EXPECT: not supported: the variable 'errno', which is declared but not defined, | line 3
extern int errno;
int main(void) { return errno; }
