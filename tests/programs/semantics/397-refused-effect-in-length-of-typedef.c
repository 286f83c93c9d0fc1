// EXPECT: not supported: an array length with a side effect within a type | line 4
int main(void) {
  int n = 0;
  typedef char t[n++];
  return sizeof(t *);
}
