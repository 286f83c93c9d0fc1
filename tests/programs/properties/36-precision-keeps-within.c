// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: valid-deref
int printf(const char *, ...);
int main(void) {
  char b[2] = {'a', 'b'}, t[2] = "t";
  return printf("%.2s %.*s %s %s", b, 2, b, t, "literal") > 0;
}
