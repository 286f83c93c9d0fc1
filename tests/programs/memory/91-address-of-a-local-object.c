// EXPECT: true by bmc assuming no comparison or test of a pointer to a local object after its lifetime; true by value, cmc
extern void reach_error(void);
int *gone(void) { int a = 1; return &a; }
int main(void) { if (gone()) return 0; reach_error(); }
