// EXPECT: true
// ARGS: --flow predicate
//
// Four digits of zero and one under branches, which are added to modulo two; two change at a time, so that their sum
// stays even. Predicates about single digits are found early, and going through their combinations is the proof.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a = 0, b = 0, c = 0, d = 0;
  unsigned turns = 0, last = __VERIFIER_nondet_uint();
  while (turns != last) {
    turns++;
    switch (__VERIFIER_nondet_int()) {
      case 0: a = 1 - a; b = 1 - b; break;
      case 1: b = 1 - b; c = 1 - c; break;
      case 2: if (a) { c = 1 - c; d = 1 - d; } break;
      default: if (d == 1 && a == 0 && b == 0 && c == 0) reach_error();
    }
  }
  return 0;
}
