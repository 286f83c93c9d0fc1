// EXPECT: unknown by value states=30
// INPUTS: 0..3
// COVERS: 50%
//
// One half is a handful of states, the other half has a thousand.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int x = 0;
    while (x < 1000) {
      x++;
    }
    if (x != 1000) reach_error();
  } else {
    int mode = which == 1 ? 5 : 7;
    if (mode == 6) reach_error();
  }
  return 0;
}
