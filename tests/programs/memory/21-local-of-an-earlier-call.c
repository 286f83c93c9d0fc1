// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int *kept;
void f(void) { int y = 1; kept = &y; }
void g(void) { int y = 2; if (*kept != 1) reach_error(); y++; }
int main(void) { f(); g(); return 0; }
