// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  int i = 0;
again:
  i++;
  goto again;
}
