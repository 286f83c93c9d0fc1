// EXPECT: returns 1
int main(void) { return __builtin_types_compatible_p(int, int); }
