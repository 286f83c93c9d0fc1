// EXPECT: returns 4
int f(int a[]) { return a ? a[1] : 3; } int x[2] = {1, 1};
int main(void) { return f(0) + f(x); }
