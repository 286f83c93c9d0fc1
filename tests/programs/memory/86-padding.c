// EXPECT: true by bmc assuming the result does not depend on what padding holds in local objects; true by value, cmc
extern void reach_error(void);
struct S { char c; int i; };
int main(void) { struct S a; a.c = 1; a.i = 2; unsigned char *p = (unsigned char *)&a; if (p[2] != 0) reach_error(); return 0; }
