// EXPECT: true by bmc assuming an object of a block of the function down is not used after its lifetime; true by value; any by cmc
extern void reach_error(void);
static void down(int n) { int *q = 0; if (n > 0) { { int x = n; q = &x; } down(n - 1); if (*q != n) reach_error(); } }
int main(void) { down(2); return 0; }
