// EXPECT: true by bmc assuming the result does not depend on the numeric values of addresses; true by value, cmc
extern void reach_error(void);
int main(void) { int a = 128; int *p = &a; if (p == *p) reach_error(); return 0; }
