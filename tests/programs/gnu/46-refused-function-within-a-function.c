// EXPECT: not supported: a function within a function | line 3
int main(void) {
  int inner(int x) { return x; }
  return inner(1);
}
