// EXPECT: not supported: an effect in an operand with a type of variable length | line 5
int main(void) {
  int n = 0, m = 3;
  char(*w)[m] = 0;
  __typeof__((n++, w)) p = 0;
  return p == w;
}
