// EXPECT: returns 47
int fib(int n) { if (n < 2) return n; int a = fib(n - 1), b = fib(n - 2); return a + b; }
int fib2(int n) { return n < 2 ? n : fib2(n - 1) + fib2(n - 2); }
int main(void) { return fib(7) * 3 + fib2(6); }
