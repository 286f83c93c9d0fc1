// EXPECT: unknown by bmc looks=25 last=64
// INPUTS: 0..3
// COVERS: 55%
//
// The first bounds are finished, the time is up during a later one: the deepest that was finished counts.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint() % 4;
  unsigned int steps = 0;
  while (x != 3 && steps < 1000) {
    x = (x + 1) % 4;
    if (__VERIFIER_nondet_uint() % 4 == 0) x = 0;
    steps++;
  }
  if (x > 3) reach_error();
  return 0;
}
