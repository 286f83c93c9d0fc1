// EXPECT: true by bmc assuming no comparison or test of a pointer to a local object after its lifetime; true by value, cmc
extern void reach_error(void);
int main(void) { int *p; { int x = 1; p = &x; } _Bool known = p; if (!known) reach_error(); }
