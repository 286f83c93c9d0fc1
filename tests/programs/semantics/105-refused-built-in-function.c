// EXPECT: not supported: the built-in function __builtin_popcount | line 2
int main(void) { return __builtin_popcount(7); }
