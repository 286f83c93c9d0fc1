// EXPECT: returns 7
// HIDDEN: 3 0 0 0 0
// GCC: no
int main(void) {
  int x, a[4];
  void set(int i) { a[i & 3] = x; x = x + 4; }
  set(2);
  return x;
}
