// EXPECT: true
// ARGS: --flow value
//
// For each start below 60 the sequence comes to 1, which explicit values see. Then a lock is taken and given back as
// often as somebody wants, and the number of rounds tells whether it is held.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_int()) {
    for (unsigned int start = 1; start < 60; start++) {
      unsigned int n = start, steps = 0;
      while (n != 1 && steps < 200) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
      }
      if (n != 1) {
        reach_error();
      }
    }
  } else {
    unsigned int old, new = __VERIFIER_nondet_uint();
    int locked;
    do {
      locked = 1;
      old = new;
      if (__VERIFIER_nondet_int()) {
        locked = 0;
        new++;
      }
    } while (new != old);
    if (!locked) {
      reach_error();
    }
  }
  return 0;
}
