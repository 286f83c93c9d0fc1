// EXPECT: true
// ARGS: --flow impact
//
// An event-condition-action system: ten readings, and the largest of them. It equals one of the ten, says the
// invariant; which of them do is of no concern, but eager abstraction asks. Any number of other events may come between,
// so that no number of rounds without an error says anything about the next one.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, largest;

int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int(), reading = __VERIFIER_nondet_int();
    if (event == 0) r0 = reading;
    if (event == 1) r1 = reading;
    if (event == 2) r2 = reading;
    if (event == 3) r3 = reading;
    if (event == 4) r4 = reading;
    if (event == 5) r5 = reading;
    if (event == 6) r6 = reading;
    if (event == 7) r7 = reading;
    if (event == 8) r8 = reading;
    if (event == 9) r9 = reading;
    if (event < 10) {
      largest = r0;
      if (r1 > largest) largest = r1;
      if (r2 > largest) largest = r2;
      if (r3 > largest) largest = r3;
      if (r4 > largest) largest = r4;
      if (r5 > largest) largest = r5;
      if (r6 > largest) largest = r6;
      if (r7 > largest) largest = r7;
      if (r8 > largest) largest = r8;
      if (r9 > largest) largest = r9;
    } else if (event == 11 && r0 != largest && r1 != largest && r2 != largest && r3 != largest && r4 != largest &&
               r5 != largest && r6 != largest && r7 != largest && r8 != largest && r9 != largest) {
      reach_error();
    }
  }
}
