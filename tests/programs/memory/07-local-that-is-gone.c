// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int *f(void) { int x = 5; int *q = &x; return q; }
int main(void) { int *p = f(); if (*p != 5) reach_error(); return 0; }
