// EXPECT: not supported: 'f' used as a value | line 2
int f(void) { return 0; } int main(void) { return f != 0; }
