// EXPECT: true by flow:default
// PROPERTY: no-overflow
typedef signed char v4 __attribute__((vector_size(4)));
typedef unsigned char u4 __attribute__((vector_size(4)));
typedef int i2 __attribute__((vector_size(8)));
int main(void) {
  v4 a = {100, -100, 3, -128}, b = {27, -28, 4, 1};
  u4 c = {255, 1}, d = {1, 1};
  i2 e = {2147483647, -2147483647};
  v4 sum = a + b, quotient = a / b;
  u4 wrapped = -(c + d);
  e = -e;
  return sum[0] - 127 + quotient[1] - 3 + wrapped[0] + e[0] + 2147483647;
}
