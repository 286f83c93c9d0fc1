// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  int x = -5;
  while (x)
    x >>= 1;
  return 0;
}
