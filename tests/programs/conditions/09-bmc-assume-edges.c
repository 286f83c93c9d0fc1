// EXPECT: unknown by bmc assume_edges=4 last=8
// INPUTS: 0..3
// COVERS: 40%
//
// The more digits are wrong, the more branchings; two are two too many.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int wrong = 0;
  for (unsigned int digit = 0; digit < 4; digit++) {
    if (__VERIFIER_nondet_uint() == digit) return 0;
    wrong++;
  }
  if (wrong < 4) reach_error();
  return 0;
}
