// EXPECT: true by bmc assuming no writing to a string literal; true by value, cmc
extern void reach_error(void);
static const int c[2] = {1, 2};
int main(void) { const int d = 3; int *p = (int *)&d, *q = (int *)c; if (c[1] != 2 || *p != 3) return 1; if (d == 4) { q[1] = 7; reach_error(); } *p = 4; reach_error(); return 0; }
