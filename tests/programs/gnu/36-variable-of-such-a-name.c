// EXPECT: returns 6
static int f(int (*abs)(int)) { return abs(-1); }
static int g(int x) { return 7 + x; }
int main(void) { return f(g); }
