// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int main(void) {
  int *p = 0;
  while (1) { int x = 1; p = &x; if (*p) break; }
  if (*p != 1) reach_error();
  return 0;
}
