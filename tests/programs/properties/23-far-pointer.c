// EXPECT: false by flow:cmc, flow:bmc because at line 5: write of 4 bytes
// PROPERTY: valid-deref
int main(void) {
  int a[4], *p = a + 10;
  *p = 1;
  return 0;
}
