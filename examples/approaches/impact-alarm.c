// EXPECT: true
// ARGS: --flow impact
//
// An event-condition-action system: ten readings, and an alarm if one of them is too high. The invariant is one large
// disjunction, which is an interpolant. Predicate abstraction would enumerate which of its ten parts hold.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, alarm;
int too_high(void) {
  return r0 > 10 || r1 > 20 || r2 > 30 || r3 > 40 || r4 > 50 ||
         r5 > 60 || r6 > 70 || r7 > 80 || r8 > 90 || r9 > 100;
}

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
    if (event >= 0 && event <= 9) alarm = too_high();
    if (event == 10 && alarm && !too_high()) reach_error();
  }
}
