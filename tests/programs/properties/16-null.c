// EXPECT: false by flow:cmc, flow:bmc because at line 4: read through a null pointer
// PROPERTY: valid-deref
int main(void) {
  int *p = 0; return *p;
}
