// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
static void f(int first) {
  static int *p;
  if (!first && *p != 1) reach_error();
  { int x = 1; p = &x; if (*p != 1) reach_error(); }
}
int main(void) { f(1); f(0); return 0; }
