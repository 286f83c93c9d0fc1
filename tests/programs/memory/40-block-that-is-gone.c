// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int main(void) {
  int *p;
  { int x = 5; p = &x; }
  { int y = 6; int *q = &y; (*q)++; }
  if (*p != 5) reach_error();
  return 0;
}
