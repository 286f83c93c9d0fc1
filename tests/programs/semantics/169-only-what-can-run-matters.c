// EXPECT: returns 1
double half(double d) { return d / 2; }
int deep(int n) { return n ? deep(n - 1) : 0; }
struct s { float f; } v;
float unused = 1.5;
int main(void) { if (0) return deep(3); return 1; }
