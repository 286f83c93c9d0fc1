// EXPECT: false by flow:default
// PROPERTY: no-overflow
typedef signed char v2 __attribute__((vector_size(2)));
int main(void) { v2 a = {-128, 1}, b = {-1, 1}; v2 c = a / b; return c[1]; }
