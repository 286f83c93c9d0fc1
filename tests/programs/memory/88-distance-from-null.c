// EXPECT: true by bmc assuming the result does not depend on the numeric values of addresses; true by value, cmc
extern void reach_error(void);
int x;
int main(void) { char *p = (char *)&x; long d = p - (char *)0; if (d == 5) reach_error(); return 0; }
