// EXPECT: unknown by predicate formula_size=60
// INPUTS: 0..3
// COVERS: 100%
//
// The error paths of one half are long formulas.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int x = 0, y = 0;
    while (x < 1000) {
      int by = __VERIFIER_nondet_int() > 0 ? 2 : 1;
      x += by;
      y += 2 * by;
      if (y != 2 * x) reach_error();
    }
  } else {
    int mode = which == 1 ? 5 : 7;
    if (mode == 6) reach_error();
  }
  return 0;
}
