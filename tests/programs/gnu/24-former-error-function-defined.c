// EXPECT: returns 4
int g;
void __VERIFIER_error(void) { g = 4; }
int main(void) { __VERIFIER_error(); return g; }
