// EXPECT: not supported: the variable 'a', which is declared with different types, | line 4
int main(void) {
  extern float a;
  return a != 2;
}
