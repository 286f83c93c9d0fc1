// EXPECT: unknown by value location_states=20
// INPUTS: 0..3
// COVERS: 40%
//
// A counter that runs far is met with many values at one place; the other half of the program goes on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int x = 0;
    while (x < 100000 && __VERIFIER_nondet_int() < 9) {
      x++;
    }
    if (x > 100000) reach_error();
  } else {
    int mode = which == 1 ? 5 : 7;
    if (mode == 6) reach_error();
  }
  return 0;
}
