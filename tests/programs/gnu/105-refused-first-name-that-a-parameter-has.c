// EXPECT: not supported: such an alias | line 3
static int next(void) { return 1; }
int other(void) __attribute__((alias("next")));
static int apply(int next(void)) { return other() * 10 + next(); }
static int seven(void) { return 7; }
int main(void) { return apply(seven) - 17; }
