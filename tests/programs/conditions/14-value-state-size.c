// EXPECT: unknown by value state_size=3
// INPUTS: 0..3
// COVERS: 40%
//
// One half knows many values at once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which > 1) {
    int a = which, b = 2, c = 3, d = 4, e = 5;
    if (__VERIFIER_nondet_int()) a++;
    if (a + b + c + d + e == 0) reach_error();
  } else {
    if (__VERIFIER_nondet_int()) which = 1;
    if (which > 4) reach_error();
  }
  return 0;
}
