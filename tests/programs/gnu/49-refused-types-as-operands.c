// EXPECT: not supported: __builtin_types_compatible_p of such types | line 3
enum e { A = -1 };
int main(void) { return __builtin_types_compatible_p(int, enum e); }
