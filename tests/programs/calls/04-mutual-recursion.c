// EXPECT: returns 24
int odd(unsigned); int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); } int odd(unsigned n) { if (n) return even(n - 1); return 0; }
void swap(int n, int a, int b, int *out) { if (n == 0) { *out = a * 10 + b; return; } swap(n - 1, b, a, out); }
int main(void) { int o = 0; swap(5, 1, 2, &o); return even(10) * 2 + odd(7) + o; }
