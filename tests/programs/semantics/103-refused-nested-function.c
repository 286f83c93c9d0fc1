// EXPECT: not supported: a function within a function | line 2
int main(void) { int f(void) { return 1; } return f(); }
