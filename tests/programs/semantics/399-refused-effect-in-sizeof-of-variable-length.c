// EXPECT: not supported: an effect in an operand with a type of variable length | line 5
int main(void) {
  int n = 0, m = 3;
  char v[2][m];
  return sizeof v[n++];
}
