// EXPECT: false
// ARGS: --flow value --set value.path_length=128
//
// 15 locks: in each round, those that are wanted are taken and given back. The first one is kept where the second is not wanted.
// Depth first, explicit values go from round to round before they look at the choices of the first one: `rounds`
// never has the same value twice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned long long rounds = 0;
  while (1) {
    rounds++;
    int want1 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock1 = 0;
    int want2 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock2 = 0;
    int want3 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock3 = 0;
    int want4 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock4 = 0;
    int want5 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock5 = 0;
    int want6 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock6 = 0;
    int want7 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock7 = 0;
    int want8 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock8 = 0;
    int want9 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock9 = 0;
    int want10 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock10 = 0;
    int want11 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock11 = 0;
    int want12 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock12 = 0;
    int want13 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock13 = 0;
    int want14 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock14 = 0;
    int want15 = __VERIFIER_nondet_int() ? 1 : 0;
    int lock15 = 0;
    if (__VERIFIER_nondet_int() == 0) {
      return 0;
    }
    if (want1) {
      lock1 = 1;
    }
    if (want2) {
      lock2 = 1;
    }
    if (want3) {
      lock3 = 1;
    }
    if (want4) {
      lock4 = 1;
    }
    if (want5) {
      lock5 = 1;
    }
    if (want6) {
      lock6 = 1;
    }
    if (want7) {
      lock7 = 1;
    }
    if (want8) {
      lock8 = 1;
    }
    if (want9) {
      lock9 = 1;
    }
    if (want10) {
      lock10 = 1;
    }
    if (want11) {
      lock11 = 1;
    }
    if (want12) {
      lock12 = 1;
    }
    if (want13) {
      lock13 = 1;
    }
    if (want14) {
      lock14 = 1;
    }
    if (want15) {
      lock15 = 1;
    }
    if (want2) {
      if (lock2 != 1) {
        reach_error();
      }
      lock2 = 0;
    }
    if (want3) {
      if (lock3 != 1) {
        reach_error();
      }
      lock3 = 0;
    }
    if (want4) {
      if (lock4 != 1) {
        reach_error();
      }
      lock4 = 0;
    }
    if (want5) {
      if (lock5 != 1) {
        reach_error();
      }
      lock5 = 0;
    }
    if (want6) {
      if (lock6 != 1) {
        reach_error();
      }
      lock6 = 0;
    }
    if (want7) {
      if (lock7 != 1) {
        reach_error();
      }
      lock7 = 0;
    }
    if (want8) {
      if (lock8 != 1) {
        reach_error();
      }
      lock8 = 0;
    }
    if (want9) {
      if (lock9 != 1) {
        reach_error();
      }
      lock9 = 0;
    }
    if (want10) {
      if (lock10 != 1) {
        reach_error();
      }
      lock10 = 0;
    }
    if (want11) {
      if (lock11 != 1) {
        reach_error();
      }
      lock11 = 0;
    }
    if (want12) {
      if (lock12 != 1) {
        reach_error();
      }
      lock12 = 0;
    }
    if (want13) {
      if (lock13 != 1) {
        reach_error();
      }
      lock13 = 0;
    }
    if (want14) {
      if (lock14 != 1) {
        reach_error();
      }
      lock14 = 0;
    }
    if (want15) {
      if (lock15 != 1) {
        reach_error();
      }
      lock15 = 0;
    }
    if (want1 && want2) {
      lock1 = 0;
    }
    if (lock1 != 0) {
      reach_error();
    }
  }
}
