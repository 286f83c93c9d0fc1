// EXPECT: returns 3
// HIDDEN: nothing
int main(void) { int x, y; x = 1; if (x) y = 2; else y = 9; return x + y; }
