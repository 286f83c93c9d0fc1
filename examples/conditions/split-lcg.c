// EXPECT: true
// ARGS: --flow value
//
// One half computes for long, always the same: explicit values follow it, predicates would need one for each number.
// In the other half two counters go together without end: one predicate, and no end of explicit values.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_int()) {
    unsigned int state = 1;
    for (int i = 0; i < 3000; i++) {
      state = state * 1664525u + 1013904223u;
    }
    if (state != 2112172793u) {
      reach_error();
    }
  } else {
    unsigned int sent = 0, received = 0;
    while (__VERIFIER_nondet_int()) {
      sent++;
      received++;
    }
    if (sent != received) {
      reach_error();
    }
  }
  return 0;
}
