// BMC: true | VALUE: true | CMC: true | ASSUMES: the result does not depend on what padding holds in local objects
extern void reach_error(void);
struct S { char c; int i; };
int main(void) { struct S a; a.c = 1; a.i = 2; unsigned char *p = (unsigned char *)&a; if (p[2] != 0) reach_error(); return 0; }
