// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
// A power of seven is 343 after three rounds; of eight bits 87 are left.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char x = 1, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    x *= 7;
    rounds++;
    if (rounds == 3 && x < 100) reach_error();
  }
  return 0;
}
