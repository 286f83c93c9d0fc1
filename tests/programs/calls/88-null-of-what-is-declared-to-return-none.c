// EXPECT: returns 1
// ASSUMES: the function f returns no null pointer, as it is declared returns_nonnull
// GCC: no
__attribute__((returns_nonnull)) static void *f(void *p) {
  return p;
}
int main(void) {
  return f(0) == 0;
}
