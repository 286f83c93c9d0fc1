// EXPECT: true
// ARGS: --flow predicate
//
// Five switches under branches; each action changes two of them, or none, so the number of those that are on stays even.
// Predicates about single switches are found early, and going through their combinations is the proof. Interpolants
// speak of one sequence of actions after the other, and no implication between two switches says what holds.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  _Bool a = 0, b = 0, c = 0, d = 0, e = 0;
  unsigned turns = 0, last = __VERIFIER_nondet_uint();
  while (turns != last) {
    turns++;
    switch (__VERIFIER_nondet_int()) {
      case 0: a = !a; b = !b; break;
      case 1: b = !b; c = !c; break;
      case 2: c = !c; d = !d; break;
      case 3: if (a) { d = !d; e = !e; } break;
      default: if (e && !a && !b && !c && !d) reach_error();
    }
  }
  return 0;
}
