// EXPECT: unknown by value edge_uses=12
// INPUTS: 0..3
// COVERS: 60%
//
// Only the edges of the loop are busy.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int lost = 0, rounds = 0;
  while (!lost) {
    rounds++;
    if (__VERIFIER_nondet_int() > 1) lost = 1;
    if (rounds > 1000) reach_error();
  }
  return 0;
}
