// EXPECT: unknown by value repetitions=4
// INPUTS: 0..3
// COVERS: 60%
//
// Rounds of a game: up to three of them come before a loop head has repeated too often.
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
