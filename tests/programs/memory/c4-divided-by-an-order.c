// EXPECT: true by bmc assuming no division by zero; true by cmc; any by value
extern void reach_error(void);
int main(void) {
  int a, b, *p = &a, *q = &b;
  if (7 / (p < q) != 7) {
    reach_error();
  }
  return 0;
}
