// EXPECT: not supported: typeof | line 2
int main(void) { __typeof__(1) x = 1; return x; }
