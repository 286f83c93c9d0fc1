// EXPECT: stops 3
extern void exit(int);
static int f(void) { exit(3); return 1; }
int main(void) { return f(); }
