// EXPECT: unknown by predicate precision_size=1
// INPUTS: 0..3
// COVERS: 100%
//
// One half needs several predicates at its loop head.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_int()) {
      if (x != 0 && y != 0 && z != 0) reach_error();
      if (__VERIFIER_nondet_int() > 1) x = 1 - x;
      y = x ? 0 : 1;
      z = y ? 0 : 1;
    }
  } else {
    int mode = which == 1 ? 5 : 7;
    if (mode == 6) reach_error();
  }
  return 0;
}
