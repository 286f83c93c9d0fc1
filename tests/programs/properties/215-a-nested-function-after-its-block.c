// EXPECT: unknown by flow:bmc because the address of such a nested function is not supported
// PROPERTY: valid-deref
int main(void) {
  int (*later)(void) = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    int get(void) { return x; }
    if (later) return later();
    later = get;
  }
  return 0;
}
