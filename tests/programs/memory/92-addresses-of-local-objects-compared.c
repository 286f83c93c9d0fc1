// EXPECT: true by bmc assuming no comparison or test of a pointer to a local object after its lifetime; true by value, cmc
extern void reach_error(void);
int *one(void) { int a = 1; return &a; }
int *other(void) { int a = 1; return &a; }
int main(void) { int *p = one(), *q = other(); if (p == q) reach_error(); }
