// EXPECT: not supported: an array length with a side effect within a type | line 5
int main(void) {
  int n = 0;
  int s =
      sizeof(char[(n++, 4)]);
  return s;
}
