// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int *p;
int main(void) {
  int i = 0;
  for (;;) {
  again:
    if (i == 1 && *p != 4) reach_error();
    if (i == 2) return 0;
    int x = 4;
    p = &x;
    i++;
    if (i > 5) goto again;
  }
}
