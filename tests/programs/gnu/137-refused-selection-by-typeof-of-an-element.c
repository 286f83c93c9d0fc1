// EXPECT: not supported: _Generic with such a type | line 6
const int a[2] = { 1 };

int main(void) {
  __typeof__(a[0]) c = 1;
  return _Generic(&c, int *: 1, const int *: 2);
}
