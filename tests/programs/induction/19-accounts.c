// EXPECT: true by kinduction
// Z3's older core does not end on the step case, neither by bits nor with its own bit-vectors.
extern void abort(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
  unsigned total = a + b + c + d;
  while (__VERIFIER_nondet_int()) {
    unsigned x = __VERIFIER_nondet_uint();
    switch (__VERIFIER_nondet_uint() % 4) {
      case 0: a -= x; b += x; break;
      case 1: b -= x; c += x; break;
      case 2: c -= x; d += x; break;
      default: d -= x; a += x; break;
    }
  }
  if (a + b + c + d != total) { reach_error(); abort(); }
  return 0;
}
