// EXPECT: true
// ARGS: --flow impact
//
// An event-condition-action system: ten slots, and whether all of them hold enough. The lazy proof needs one disjunction
// over the slots; eager abstraction enumerates a thousand combinations of those that do and those that do not.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, full;

int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
    if (event == 0) s0 = key;
    if (event == 1) s1 = key;
    if (event == 2) s2 = key;
    if (event == 3) s3 = key;
    if (event == 4) s4 = key;
    if (event == 5) s5 = key;
    if (event == 6) s6 = key;
    if (event == 7) s7 = key;
    if (event == 8) s8 = key;
    if (event == 9) s9 = key;
    if (event < 10)
      full = s0 > 0 && s1 > 1 && s2 > 2 && s3 > 3 && s4 > 4 && s5 > 5 && s6 > 6 && s7 > 7 && s8 > 8 && s9 > 9;
    if (event == 11 && !full && s0 > 0 && s1 > 1 && s2 > 2 && s3 > 3 && s4 > 4 &&
        s5 > 5 && s6 > 6 && s7 > 7 && s8 > 8 && s9 > 9) reach_error();
  }
}
