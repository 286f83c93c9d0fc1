// EXPECT: not supported: such an alias | line 3
int f(int x) { return x; }
extern __typeof__(f) g __attribute__((alias("f")));
int main(void) { return g(1); }
