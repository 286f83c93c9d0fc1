// EXPECT: unknown by bmc; false by value, cmc
extern void reach_error(void);
void down(int n) { if (n == 9) reach_error(); down(n + 1); }
int main(void) { down(0); return 0; }
