// EXPECT: false by flow:termination because it goes on like this
// PROPERTY: termination
int main(void) {
  unsigned int x = 1;
  while (x != 0)
    x += 2;
  return 0;
}
