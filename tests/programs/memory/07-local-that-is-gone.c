// BMC: true | VALUE: true | ASSUMES: no pointer to a local variable of f is followed after f has returned
extern void reach_error(void);
int *f(void) { int x = 5; int *q = &x; return q; }
int main(void) { int *p = f(); if (*p != 5) reach_error(); return 0; }
