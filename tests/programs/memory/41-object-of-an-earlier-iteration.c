// EXPECT: true by bmc assuming no comparison or test of a pointer to a local object after its lifetime; true by value; any by cmc
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int sum = 0;
    if (p) sum = *p;
    int x = i;
    p = &x;
    if (sum != i * (i - 1) / 2) reach_error();
  }
  return 0;
}
