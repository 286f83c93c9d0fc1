// EXPECT: false by flow:cmc, flow:bmc because at line 8: read of `x`
// PROPERTY: valid-deref
static int *leak(void) {
  int x = 3, *p = &x;
  return p;
}
int main(void) {
  return *leak();
}
