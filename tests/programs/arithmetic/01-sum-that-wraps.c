// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
// Of integers, a larger number plus something positive is never smaller.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
  if (low < high && high + 3 < low) reach_error();
  return 0;
}
