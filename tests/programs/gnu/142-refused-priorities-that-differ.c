// EXPECT: not supported: the attribute constructor with several priorities | line 5
// gcc goes by the first declaration.
static int n;
static void five(void);
__attribute__((constructor(105))) static void five(void) { n = n * 10 + 5; }
static void six(void) __attribute__((constructor(106)));
static void six(void) { n = n * 10 + 6; }
int main(void) { return n; }
