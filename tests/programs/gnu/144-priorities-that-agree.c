// EXPECT: returns 56
static int n;
static void five(void) __attribute__((constructor(105)));
static void six(void);
static void late(void);
__attribute__((constructor(105))) static void five(void) { n = n * 10 + 5; }
__attribute__((constructor)) static void six(void) { n = n * 10 + 6; }
int main(void) { return n; }
