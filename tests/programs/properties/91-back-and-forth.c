// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  int x = 0;
  while (x < 10) {
    if (x == 7)
      x = 3;
    else
      x++;
  }
  return 0;
}
