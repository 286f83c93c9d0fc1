// EXPECT: unknown by value path_length=14
// INPUTS: 0..3
// COVERS: 50%
//
// A session that an input ends: it is over soon in most cases, but need never be.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned int count = 0;
  while (__VERIFIER_nondet_int() > 2) {
    count++;
    if (count == 0) reach_error();
  }
  return 0;
}
