// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
int *kept;
int *same(int *p) { return p; }
void use(int n) { int x = n; int *p = same(&x); kept = &x; if (p && p == kept && p != 0 && n == 3) reach_error(); }
int main(void) { use(3); }
