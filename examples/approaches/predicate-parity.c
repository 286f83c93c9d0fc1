// EXPECT: true
// ARGS: --flow predicate
//
// Few truth values under branches: toggles change two flags at a time, so their number stays even. The
// predicates are few and found early, and their boolean combinations are the proof. Interpolants alone speak of one
// sequence of toggles after the other, and no implication between two variables says it. The number of turns keeps
// explicit values busy forever.

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
      case 2: if (a) { c = !c; d = !d; } break;
      case 3: if (!b) { a = !a; e = !e; } break;
      default: if (d && !a && !b && !c && !e) reach_error();
    }
  }
  return 0;
}
