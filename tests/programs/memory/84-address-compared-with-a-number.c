// EXPECT: true by bmc assuming the result does not depend on which numbers addresses are; true by value, cmc
extern void reach_error(void);
int main(void) { int a = 128; int *p = &a; if (p == *p) reach_error(); return 0; }
