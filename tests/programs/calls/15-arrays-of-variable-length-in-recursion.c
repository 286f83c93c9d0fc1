// EXPECT: returns 30
int f(int n) { int a[n + 1]; for (int i = 0; i <= n; i++) a[i] = i; int rest = n ? f(n - 1) : 10; for (int i = 0; i <= n; i++) rest += a[i]; return rest; }
int main(void) { return f(4); }
