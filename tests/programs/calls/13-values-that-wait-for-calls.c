// EXPECT: returns 35
int g(int n);
int f(int n) { int a = n, b = a * 2; return n <= 0 ? 1 : a + f(n - 1) * b - g(n - 2) + (a && f(n - 3)); }
int g(int n) { unsigned char small = 250 + n; if (n < 0) return 2; return small % 7 + f(n - 1) + small % 5; }
int main(void) { return f(3) + g(2) + f(2); }
