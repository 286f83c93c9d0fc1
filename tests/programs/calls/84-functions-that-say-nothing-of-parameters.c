// EXPECT: returns 10
int five() { return 5; }
int add(int a, int b) { return a + b; }
int main(void) {
  int (*k)() = five;
  int (*p)(int, int) = add;
  return k() + p(2, 3);
}
