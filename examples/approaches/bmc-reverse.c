// EXPECT: true
// ARGS: --flow bmc
//
// Reversing 32 bits twice. Two bounded loops, one after the other, with a branch for each bit: 2^32 paths, but merged
// they only move bits around, which a solver sees at once.

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned reversed(unsigned x) {
  unsigned result = 0;
  for (int bit = 0; bit < 32; bit++) {
    result <<= 1;
    if (x & 1) result++;
    x >>= 1;
  }
  return result;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (reversed(reversed(x)) != x) reach_error();
  return 0;
}
