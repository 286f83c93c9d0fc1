// EXPECT: false
// ARGS: --flow value --set value.repetitions=8
//
// A writer and a reader of a queue with one place, run by a scheduler that may choose each of them for ever. The clock
// has another value in each round, so that depth first the search follows one of them without end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned long long clock = 0;
  int pending = 0, reads = 0, last = 0;
  while (1) {
    clock++;
    if (__VERIFIER_nondet_int()) {
      if (pending < 3) {
        int value = __VERIFIER_nondet_int() ? 7 : 3;
        pending++;
        last = value;
      }
    } else if (__VERIFIER_nondet_int()) {
      if (pending > 0) {
        pending--;
        reads++;
      }
    }
    if (pending == 3 && last == 7) {
      reach_error();
    }
  }
}
