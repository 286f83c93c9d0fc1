// EXPECT: input error: a variable cannot have type void | line 2
int main(void) { void x; return 0; }
