// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
int main(void) {
  int a, b;
  if (&a + 1 == &b) {
    reach_error();
  }
  return 0;
}
