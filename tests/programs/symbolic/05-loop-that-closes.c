// EXPECT: true by value states=3000; unknown by symbolic; any by refined states=3000
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 1;
  while (__VERIFIER_nondet_int()) {
    x = 1 - x;
    y = 1 - y;
    if (x == y) reach_error();
  }
  return 0;
}
