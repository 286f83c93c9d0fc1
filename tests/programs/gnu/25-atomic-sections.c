// EXPECT: returns 2
// GCC: no
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int main(void) { int x = 1; __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return x; }
