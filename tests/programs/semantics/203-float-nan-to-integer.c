// EXPECT: undefined
int main(void) {
  double nan = 0.0 / 0.0;
  return (int)nan;
}
