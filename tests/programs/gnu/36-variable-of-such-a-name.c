// EXPECT: not supported: a pointer | line 2
static int f(int (*abs)(int)) { return abs(-1); }
int main(void) { return f(0); }
