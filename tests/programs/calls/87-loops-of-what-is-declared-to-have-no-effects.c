// EXPECT: true by value assuming every call of the function sum ends, as it is declared const or pure
extern void reach_error(void);
__attribute__((__pure__)) static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(void) { sum(4); if (sum(3) != 3) reach_error(); return 0; }
