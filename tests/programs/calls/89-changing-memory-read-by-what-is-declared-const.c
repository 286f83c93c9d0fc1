// EXPECT: returns 1
// ASSUMES: the function f reads nothing that changes, as it is declared const
// GCC: no
int g;
static int read(void) {
  return g;
}
__attribute__((const)) int f(int x) {
  return read() + x;
}
int main(void) {
  int before = f(1);
  g = 2;
  return f(1) != before;
}
