// EXPECT: true
// ARGS: --flow predicate
//
// Three bits that count up and three that count down are zero together. The invariant is about sums modulo eight; as a
// boolean combination of six predicates it is found by going through them.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

_Bool p0, p1, p2, q0, q1, q2;
void up(void) {
  if (!p0) p0 = 1;
  else {
    p0 = 0;
    if (!p1) p1 = 1;
    else { p1 = 0; p2 = !p2; }
  }
}
void down(void) {
  if (q0) q0 = 0;
  else {
    q0 = 1;
    if (q1) q1 = 0;
    else { q1 = 1; q2 = !q2; }
  }
}

int main(void) {
  unsigned turns = 0, last = __VERIFIER_nondet_uint();
  while (turns != last) {
    turns++;
    if (__VERIFIER_nondet_int()) { up(); down(); }
    else if (!p0 && !p1 && !p2 && (q0 || q1 || q2)) reach_error();
  }
  return 0;
}
