// EXPECT: not supported: the attribute vector_size | line 2
typedef int v4 __attribute__((vector_size(16))); int main(void) { return 0; }
