// BMC: true | VALUE: true | CMC: true | ASSUMES: the result does not depend on which numbers addresses are
extern void reach_error(void);
int main(void) { int a = 128; int *p = &a; if (p == *p) reach_error(); return 0; }
