// EXPECT: unknown by bmc path_length=16 last=8
// INPUTS: 0..3
// COVERS: 50%
//
// Paths of any length, most of them short.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int sum = 0, last = 0;
  while (__VERIFIER_nondet_uint() > 1) {
    last = __VERIFIER_nondet_uint() % 4;
    sum = sum + last;
    if (sum < last) reach_error();
  }
  return 0;
}
