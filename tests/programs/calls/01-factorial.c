// EXPECT: returns 120
extern void reach_error(void);
int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
int main(void) { int r = fact(5); if (r != 120) reach_error(); return r; }
