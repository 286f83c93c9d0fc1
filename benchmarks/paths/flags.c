// EXPECT: true
// 12,288 paths: twelve decisions that have nothing to do with each other, and one of three ways.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned credit = 0;
  for (unsigned i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_uint() & 1) {
      credit += 2;
    } else {
      credit += 4;
    }
  }
  unsigned last = __VERIFIER_nondet_uint();
  if (last == 1) {
    credit += 6;
  } else if (last == 2) {
    credit += 8;
  }
  if (credit % 2 == 1) {
    reach_error();
  }
  return 0;
}
