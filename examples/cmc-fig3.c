// EXPECT: true
// ARGS: --flow cmc
//
// Fig. 3 of "Conditional Model Checking" (Beyer, Henzinger, Keremoglu, Wendler, 2011).
// Two assertions for two analyses: the first needs a predicate over a loop of a million
// iterations, the second a product that explicit values compute at once.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void check(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int p = __VERIFIER_nondet_int();

  if (p) {
    int i;
    for (i = 0; i < 1000000; i++)
      ;
    check(i >= 1000000);
  } else {
    int x = 5;
    int y = 6;
    int r = x * y;
    check(r >= x);
  }
  return 0;
}
