// EXPECT: stops
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) { double half = 0.5; __VERIFIER_assume(half); reach_error(); return 0; }
