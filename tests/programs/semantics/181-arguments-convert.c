// EXPECT: returns 0
int f(signed char c, unsigned char u, _Bool b, long long l) { return c == -1 && u == 255 && b == 1 && l == -1; }
int g(int, int);
int main(void) { return f(255, -1, 512, -1) && g(3, 5) == 35 ? 0 : 1; }
int g(int a, int b) { return a * 10 + b; }
