// EXPECT: input error: 'f' takes 2 arguments, not 1 | line 2
int f(int a, int b) { return a; } int main(void) { return f(1); }
