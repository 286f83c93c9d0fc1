// EXPECT: undefined
int main(void) { int x = 0; if (!x) __builtin_unreachable(); return 0; }
