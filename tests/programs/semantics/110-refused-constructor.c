// EXPECT: not supported: the attribute constructor | line 2
__attribute__((constructor)) void f(void) { } int main(void) { return 0; }
