// EXPECT: true by bmc assuming no comparison or test of a pointer to a local object after its lifetime; true by value; any by cmc
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int n = 1; n < 3; n++) {
    int a[n];
    if (p && *p != 1) reach_error();
    a[0] = n;
    p = a;
  }
  return 0;
}
