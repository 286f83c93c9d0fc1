// EXPECT: unknown by value assume_edges=3
// INPUTS: 0..3
// COVERS: 60%
//
// Each question leaves fewer open; the last ones have too many branchings before them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int seen = 0;
  if (__VERIFIER_nondet_int() > 1) return 0;
  seen++;
  if (__VERIFIER_nondet_int() > 1) return 0;
  seen++;
  if (__VERIFIER_nondet_int() > 1) return 0;
  seen++;
  if (__VERIFIER_nondet_int() > 1) return 0;
  seen++;
  if (__VERIFIER_nondet_int() > 1) return 0;
  seen++;
  if (seen != 5) reach_error();
  return seen;
}
