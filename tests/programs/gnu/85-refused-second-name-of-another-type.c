// EXPECT: not supported: such an alias | line 3
static int next(long n) { return (int)n; }
int other(int) __attribute__((alias("next")));
int main(void) { return other(1); }
