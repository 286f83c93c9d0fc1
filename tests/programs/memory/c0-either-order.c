// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2, *low = &a, *high = &b;
  if (high < low) {
    low = &b;
    high = &a;
  }
  if (*low + *high != 3) {
    reach_error();
  }
  return 0;
}
