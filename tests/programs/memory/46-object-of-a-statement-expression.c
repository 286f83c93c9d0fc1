// BMC: true | VALUE: true | ASSUMES: no invalid dereference
extern void reach_error(void);
int main(void) { int *p = ({ int x = 3; &x; }); if (*p != 3) reach_error(); return 0; }
