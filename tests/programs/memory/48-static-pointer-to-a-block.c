// BMC: true | VALUE: true | ASSUMES: no invalid dereference
extern void reach_error(void);
static void f(int first) {
  static int *p;
  if (!first && *p != 1) reach_error();
  { int x = 1; p = &x; if (*p != 1) reach_error(); }
}
int main(void) { f(1); f(0); return 0; }
