// EXPECT: true by bmc assuming the result does not depend on the numeric values of addresses at; true by value; any by cmc
extern void reach_error(void);
char c;
int main(void) { if ((char *)0x7f0000001234 == &c) reach_error(); return 0; }
