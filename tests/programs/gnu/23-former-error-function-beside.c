// EXPECT: returns 0
// ASSUMES: the undefined function __VERIFIER_error returns anything and changes nothing
// GCC: no
extern void __VERIFIER_error(void);
extern void reach_error(void);
int main(void) { __VERIFIER_error(); return 0; }
