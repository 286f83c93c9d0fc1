// BMC: true | VALUE: true | ASSUMES: no invalid dereference
extern void reach_error(void);
int *kept;
void f(void) { int y = 1; kept = &y; }
void g(void) { int y = 2; if (*kept != 1) reach_error(); y++; }
int main(void) { f(); g(); return 0; }
