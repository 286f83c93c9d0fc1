// EXPECT: false by flow:default
// PROPERTY: no-overflow
typedef int v4 __attribute__((vector_size(16)));
int main(void) { v4 a = {-2147483647 - 1, 0, 0, 0}; v4 b = -a; return b[1]; }
