// EXPECT: false by flow:default
// PROPERTY: no-overflow
typedef signed char v16 __attribute__((vector_size(16)));
int main(void) { v16 a = {127}, b = {1}; v16 c = a + b; return c[1]; }
