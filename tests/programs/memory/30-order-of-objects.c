// BMC: false | VALUE: false | CMC: false | ASSUMES: nothing
extern void reach_error(void);
int main(void) { int a, b; int *p = &a, *q = &b; if (p < q) reach_error(); return 0; }
