// BMC: true | VALUE: true | ASSUMES: no invalid dereference
extern void reach_error(void);
int *f(void) { int x = 5; int *q = &x; return q; }
int main(void) { int *p = f(); if (*p != 5) reach_error(); return 0; }
