// EXPECT: true by flow:termination
// PROPERTY: termination
int main(void) {
  int i = 0, j = 100001;
  while (i < j) {
    i++;
    j--;
  }
  return 0;
}
