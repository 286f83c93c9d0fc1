// EXPECT: unknown by flow:default
// PROPERTY: memory-safety
int *g;
__attribute__((destructor)) static void last(void) { *g = 1; }
int main(void) { int x = 0; g = &x; return x; }
