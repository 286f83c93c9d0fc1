// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void); void *alloca(unsigned long);
int *p;
static void f(void) { p = alloca(4); *p = 2; if (*p != 2) reach_error(); }
int main(void) { f(); if (*p != 2) reach_error(); return 0; }
