// EXPECT: returns 132
int turn(int n, int a, int b, int c) { return n ? turn(n - 1, b, c, a) : a * 100 + b * 10 + c; }
int main(void) { return turn(1, 2, 1, 3); }
