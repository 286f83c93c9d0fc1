// EXPECT: input error: '__VERIFIER_assume' takes 1 argument, not 2 | line 2
void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(1, 2); return 0; }
