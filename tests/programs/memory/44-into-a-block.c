// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
int main(void) {
  int *p, n = 0;
  goto in;
  {
    int x;
  in:
    p = &x;
    *p = 3;
    n = *p;
  }
  if (n != 3) reach_error();
  return 0;
}
