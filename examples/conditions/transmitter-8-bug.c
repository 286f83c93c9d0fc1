// EXPECT: false
// ARGS: --flow value --set value.path_length=80
//
// A master wakes a chain of 8 transmitters, one behind the other, and the scheduler decides who runs. The last one finds
// a token that nobody has cleared. Nothing in the scheduler's choices repeats: it counts its rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned long long rounds = 0;
  int token = 0;
  int ready0 = 1, ready1 = 0, ready2 = 0, ready3 = 0, ready4 = 0, ready5 = 0, ready6 = 0, ready7 = 0, ready8 = 0;
  while (1) {
    rounds++;
    if (ready0 && __VERIFIER_nondet_int()) {
      ready0 = 0;
      token++;
      ready1 = 1;
    }
    if (ready1 && __VERIFIER_nondet_int()) {
      ready1 = 0;
      token++;
      ready2 = 1;
    }
    if (ready2 && __VERIFIER_nondet_int()) {
      ready2 = 0;
      token++;
      ready3 = 1;
    }
    if (ready3 && __VERIFIER_nondet_int()) {
      ready3 = 0;
      token++;
      ready4 = 1;
    }
    if (ready4 && __VERIFIER_nondet_int()) {
      ready4 = 0;
      token++;
      ready5 = 1;
    }
    if (ready5 && __VERIFIER_nondet_int()) {
      ready5 = 0;
      token++;
      ready6 = 1;
    }
    if (ready6 && __VERIFIER_nondet_int()) {
      ready6 = 0;
      token++;
      ready7 = 1;
    }
    if (ready7 && __VERIFIER_nondet_int()) {
      ready7 = 0;
      token++;
      ready8 = 1;
    }
    if (ready8 && __VERIFIER_nondet_int()) {
      ready8 = 0;
      if (token == 8) {
        reach_error();
      }
    }
  }
}
