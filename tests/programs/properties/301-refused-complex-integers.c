// EXPECT: unknown by flow:default because arithmetic of complex integers, where overflow violates the property
// PROPERTY: no-overflow
int main(void) {
  _Complex int a, b, c;
  __real__ a = 2147483647; __imag__ a = 0; __real__ b = 1; __imag__ b = 0;
  c = a + b;
  return __imag__ c;
}
