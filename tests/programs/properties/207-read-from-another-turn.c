// EXPECT: unknown by flow:bmc because what a proof assumes; unknown by flow:kinduction
// PROPERTY: valid-deref
int main(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (!p) p = &x;
    sum += *p;
  }
  return sum;
}
