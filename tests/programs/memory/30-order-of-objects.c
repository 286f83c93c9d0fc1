// BMC: true | VALUE: true | ASSUMES: no comparison of pointers that do not lead to the same object
extern void reach_error(void);
int main(void) { int a, b; int *p = &a, *q = &b; if (p < q) reach_error(); return 0; }
