// EXPECT: not supported: printf with such a format | line 3
int printf(const char *, ...);
int main(void) { int n = 0; printf("abc%-3n", n); return n; }
