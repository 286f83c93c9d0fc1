// EXPECT: not supported: the attribute weak of a variable in a program of several files | line 3
// The other definition counts, although it has no initial value: x is 0.
__attribute__((weak)) int x = 5;
int main(void) { return x; }
