// EXPECT: false
// ARGS: --flow cmc
//
// Fig. 2 of "Conditional Model Checking" (Beyer, Henzinger, Keremoglu, Wendler, 2011).
// A loop of 10000 iterations keeps an analysis busy that unwinds it, while the violation
// waits on the other branch: with x = 0 the last assertion fails.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void check(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int x = 1;
  if (__VERIFIER_nondet_int()) {
    while (x < 10000) {
      x++;
    }
    check(x == 10000);
  } else {
    x = 0;
  }
  check(x != 0);
  return 0;
}
