// EXPECT: true by bmc assuming the result does not depend on the numeric values of addresses; true by value, cmc
extern void reach_error(void);
int a;
union { int *p; unsigned long n; } u;
int main(void) { u.p = &a; if (u.n == 5) reach_error(); return 0; }
