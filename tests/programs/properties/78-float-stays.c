// EXPECT: false by flow:termination cpu=10
// PROPERTY: termination
int main(void) {
  float x = 1;
  while (x > 0)
    x = x + 1;
  return 0;
}
