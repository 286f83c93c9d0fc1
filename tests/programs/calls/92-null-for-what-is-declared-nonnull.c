// EXPECT: returns 1
// ASSUMES: the function f is called with no null pointer that its attribute nonnull excludes
// GCC: no
__attribute__((nonnull)) static int f(int *p) {
  return p == 0;
}
int main(void) {
  return f(0);
}
