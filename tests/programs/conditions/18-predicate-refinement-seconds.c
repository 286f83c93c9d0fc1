// EXPECT: unknown by predicate refinement_seconds=0
// INPUTS: 0..3
// COVERS: 100%
//
// There is no time to refine: what has no error path is covered all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
      x++;
      y++;
      if (x != y) reach_error();
    }
  } else {
    while (__VERIFIER_nondet_int() > 1) {
      which++;
    }
  }
  return 0;
}
