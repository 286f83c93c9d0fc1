// EXPECT: returns 210
int sum(int *up, int n) { int mine = n; if (up) mine += *up; if (n == 0) return mine; int r = sum(&mine, n - 1); return r * 2 + (mine % 7); }
int main(void) { return sum(0, 6) & 255; }
