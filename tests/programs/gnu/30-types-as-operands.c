// EXPECT: not supported: the built-in function __builtin_types_compatible_p | line 2
int main(void) { return __builtin_types_compatible_p(int, int); }
