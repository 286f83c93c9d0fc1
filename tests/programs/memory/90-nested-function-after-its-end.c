// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
static int (*kept)(int);
static void hold(void) { int x = 3; int f(int y) { return x + y; } kept = f; }
static int called(void) { return kept(2); }
int main(void) { hold(); if (called() == 5) reach_error(); return 0; }
