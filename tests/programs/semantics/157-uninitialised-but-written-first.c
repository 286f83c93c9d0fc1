// EXPECT: returns 3
// HIDDEN: 
int main(void) { int x, y; x = 1; if (x) y = 2; else y = 9; return x + y; }
