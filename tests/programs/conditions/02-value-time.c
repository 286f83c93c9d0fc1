// EXPECT: unknown by value looks=40
// INPUTS: 0..3
// COVERS: 70%
//
// The time is up (or the memory full) while the third case is being explored; the others come before it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int state = 0;

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which == 2) {
    for (int i = 0; i < 100000; i++) {
      state = 1 - state;
    }
  } else {
    for (int i = 0; i < 3; i++) {
      state = 1 - state;
    }
  }
  if (state > 1) reach_error();
  return state;
}
