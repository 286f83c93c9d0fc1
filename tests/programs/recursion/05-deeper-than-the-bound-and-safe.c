// EXPECT: unknown by bmc; true by value, cmc
extern void reach_error(void);
int down(int n) { return n == 9 ? 0 : 1 + down(n + 1); }
int main(void) { if (down(0) != 9) reach_error(); return 0; }
