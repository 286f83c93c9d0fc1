// EXPECT: true by flow:termination
// PROPERTY: termination
int down(int n) {
  return n <= 0 ? 0 : down(n - 1);
}
int main(void) {
  return down(10);
}
