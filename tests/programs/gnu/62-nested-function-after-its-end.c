// EXPECT: undefined
static int (*kept)(int);
static void hold(void) { int x = 3; int f(int y) { return x + y; } kept = f; }
static int called(void) { return kept(2); }
int main(void) { hold(); return called(); }
