// EXPECT: unknown by flow:termination cpu=10 because recursion
// PROPERTY: termination
int up(int n) {
  return up(n + 1);
}
int main(void) {
  return up(10);
}
