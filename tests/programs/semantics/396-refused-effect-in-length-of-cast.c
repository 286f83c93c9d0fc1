// EXPECT: not supported: an array length with a side effect within a type | line 5
int main(void) {
  int n = 0;
  char b[4] = "";
  char(*q)[4] = (char(*)[(n++, 4)]) & b;
  return (*q)[n];
}
