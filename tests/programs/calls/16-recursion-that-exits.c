// EXPECT: stops 4
void exit(int); int down(int n, int all) { if (n == 0) exit(all); return down(n - 1, all + 1) + 1; }
int main(void) { return down(4, 0); }
