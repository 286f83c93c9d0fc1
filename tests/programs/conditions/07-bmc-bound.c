// EXPECT: unknown by bmc last=2
// INPUTS: 0..3
// COVERS: 80%
//
// The loop runs at most as often as the input says: two of three times are enough for most inputs.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = 0;
  if (n > 3) return 0;
  while (x < n) {
    if (x > n) reach_error();
    x++;
    if (__VERIFIER_nondet_uint() > 1) break;
  }
  return 0;
}
