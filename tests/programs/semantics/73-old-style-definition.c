// EXPECT: not supported: a function definition in the old (K&R) style | line 3
int f(x) int x; { return x; }
int main(void) { return f(1); }
